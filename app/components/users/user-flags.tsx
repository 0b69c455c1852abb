import { Badge } from '#app/components/ui/badge.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { USER_FLAG_LABELS, type UserFlag } from '#app/schemas/enums.ts';

/** One badge per flag; most users have none. */
export function UserFlags({ flags }: { flags: readonly UserFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <Cluster>
      {flags.map((flag) => (
        <Badge key={flag} tone={flag === 'DELETED' ? 'danger' : 'primary'}>
          {USER_FLAG_LABELS[flag]}
        </Badge>
      ))}
    </Cluster>
  );
}
