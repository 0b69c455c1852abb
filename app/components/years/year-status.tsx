import { Badge } from '#app/components/ui/badge.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';

/** Whether a year is active. Inactive is the normal case and has a neutral color. */
export function YearStatus({ status }: { status: ActivityStatus }) {
  return status === 'ACTIVE' ? (
    <Badge tone="success" icon="check">
      Active
    </Badge>
  ) : (
    <Badge tone="neutral">Inactive</Badge>
  );
}
