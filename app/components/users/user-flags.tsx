import { Badge } from '#app/components/ui/badge.tsx';
import { USER_FLAG_LABELS, type UserFlag } from '#app/schemas/enums.ts';

/** One badge per flag; most users have none. Inline, because the page's heading has them in a paragraph. */
export function UserFlags({ flags }: { flags: readonly UserFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <span className="cluster">
      {flags.map((flag) => (
        <Badge key={flag} tone={flag === 'DELETED' ? 'danger' : 'primary'}>
          {USER_FLAG_LABELS[flag]}
        </Badge>
      ))}
    </span>
  );
}
