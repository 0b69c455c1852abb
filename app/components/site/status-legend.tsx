import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

const MEANINGS: Record<DesignationStatus, string> = {
  STARTED: 'Begun, not yet submitted.',
  PENDING: 'Submitted and waiting for review; it can still be edited.',
  RETURNED: 'Sent back for correction: review it and submit it again.',
  APPROVED: 'Accepted; no changes can be made.',
  REJECTED: 'Not accepted; no changes can be made.',
};

/** What each status badge means, for the foot of the dashboard's table. */
export function StatusLegend() {
  return (
    <dl className="legend">
      {DESIGNATION_STATUSES.map((status) => (
        <LegendRow key={status} status={status} />
      ))}
    </dl>
  );
}

function LegendRow({ status }: { status: DesignationStatus }) {
  return (
    <>
      <dt>
        <StatusBadge status={status} />
      </dt>
      <dd>{MEANINGS[status]}</dd>
    </>
  );
}
