import { Badge } from '#app/components/ui/badge.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';

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
