import { Badge } from '#app/components/ui/badge.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';

/** Whether schools designate for a year now. Most years do not, and nothing is wrong with them. */
export function YearStatus({ status }: { status: ActivityStatus }) {
  return status === 'ACTIVE' ? (
    <Badge tone="success" icon="check">
      Active
    </Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}
