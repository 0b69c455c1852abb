import { Link } from '@remix-run/react';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { DueText } from '#app/components/ui/due-text.tsx';
import type { DueDateText } from '#app/lib/time/due-date.ts';
import { DECISION_REASON_LABELS, type DecisionReason, type DesignationStatus } from '#app/schemas/enums.ts';

interface DecisionBannerProps {
  /** The designation's ID for a link to the messages; without it, there is none. */
  id: string | undefined;
  status: DesignationStatus;
  reasons: readonly DecisionReason[];
  note: string | null;
  /** Until when the school has to act. */
  due?: DueDateText | null;
  /** URL of the step to correct, where the school isn't there yet. */
  corrections?: string | null;
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

/** Reasons and note of the latest decision, and until when to act. Renders nothing if there is none of them. */
export function DecisionBanner({ id, status, reasons, note, due, corrections = null }: DecisionBannerProps) {
  if (reasons.length === 0 && !note && !due && corrections === null) return null;
  return (
    <Banner tone={TONES[status]} title={TITLES[status]} live={false}>
      {due ? (
        <p className="mb-2">
          <DueText {...due} />
        </p>
      ) : null}
      {reasons.length === 0 ? null : (
        <ul className="mb-2">
          {reasons.map((reason) => (
            <li key={reason}>{DECISION_REASON_LABELS[reason]}</li>
          ))}
        </ul>
      )}
      {note ? <p className="text-pre-line mb-2">{note}</p> : null}
      <Cluster>
        {corrections === null ? null : (
          <ButtonLink variant="primary" to={corrections}>
            Make corrections
          </ButtonLink>
        )}
        {id ? <Link to={`/designations/${id}/messages`}>Reply to the reviewer</Link> : null}
      </Cluster>
    </Banner>
  );
}
