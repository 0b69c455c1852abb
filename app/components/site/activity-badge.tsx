import { Badge } from '#app/components/ui/badge.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';

/** Whether a school is active: success, anything else danger (specification, section 4). */
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
