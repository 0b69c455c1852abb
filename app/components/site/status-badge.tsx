import { Badge, type Tone } from '#app/components/ui/badge.tsx';
import type { IconName } from '#app/components/ui/icons.tsx';
import {
  type ActivityStatus,
  DESIGNATION_STATUS_LABELS,
  type DesignationStatus,
} from '#app/schemas/enums.ts';

/** The specification's colors (section 4), with a distinct icon for each status. */
const APPEARANCE: Record<DesignationStatus, { tone: Tone; icon: IconName }> = {
  STARTED: { tone: 'info', icon: 'pencil' },
  PENDING: { tone: 'primary', icon: 'clock' },
  RETURNED: { tone: 'secondary', icon: 'return' },
  APPROVED: { tone: 'success', icon: 'check' },
  REJECTED: { tone: 'danger', icon: 'close' },
};

/** Status of a designation: color, icon and label. */
export function StatusBadge({ status }: { status: DesignationStatus }) {
  const { tone, icon } = APPEARANCE[status];
  return (
    <Badge tone={tone} icon={icon}>
      {DESIGNATION_STATUS_LABELS[status]}
    </Badge>
  );
}

/** Status of a designation for reviewers, who also see that a returned one is pending again. */
export function ReviewStatus({
  status,
  isResubmitted,
}: {
  status: DesignationStatus;
  isResubmitted: boolean;
}) {
  return (
    <>
      <StatusBadge status={status} />
      {isResubmitted ? (
        <>
          {' '}
          <Badge tone="warning" icon="return">
            Resubmitted
          </Badge>
        </>
      ) : null}
    </>
  );
}

/** Green for active schools, red otherwise (specification, section 4). */
export function ActivityBadge({ status }: { status: ActivityStatus }) {
  return status === 'ACTIVE' ? (
    <Badge tone="success" icon="check">
      Active
    </Badge>
  ) : (
    <Badge tone="danger" icon="close">
      Inactive
    </Badge>
  );
}
