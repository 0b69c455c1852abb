import { Badge } from '#app/components/ui/badge.tsx';
import type { IconName } from '#app/components/ui/icons.tsx';
import type { Tone } from '#app/components/ui/tone.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

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
