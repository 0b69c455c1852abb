import { Banner } from '#app/components/ui/banner.tsx';
import { DECISION_REASON_LABELS, type DecisionReason, type DesignationStatus } from '#app/schemas/enums.ts';

interface DecisionBannerProps {
  status: DesignationStatus;
  reasons: readonly DecisionReason[];
  note: string | null;
}

const TITLES: Record<DesignationStatus, string> = {
  STARTED: "The reviewer's last comments",
  PENDING: "The reviewer's last comments",
  RETURNED: 'Returned for correction',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

const TONES: Record<DesignationStatus, 'info' | 'warning' | 'success' | 'danger'> = {
  STARTED: 'info',
  PENDING: 'info',
  RETURNED: 'warning',
  APPROVED: 'success',
  REJECTED: 'danger',
};

/** Reasons and note of the latest decision. Renders nothing if there are neither. */
export function DecisionBanner({ status, reasons, note }: DecisionBannerProps) {
  if (reasons.length === 0 && !note) return null;
  return (
    <Banner tone={TONES[status]} title={TITLES[status]} live={false}>
      {reasons.length === 0 ? null : (
        <ul className={note ? 'mb-2' : 'mb-0'}>
          {reasons.map((reason) => (
            <li key={reason}>{DECISION_REASON_LABELS[reason]}</li>
          ))}
        </ul>
      )}
      {note ? <p className="text-pre-line mb-0">{note}</p> : null}
    </Banner>
  );
}
