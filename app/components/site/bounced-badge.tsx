import { Badge } from '#app/components/ui/badge.tsx';

/** Beside an address that bounced: it gets none until an administrator clears it. Nothing beside any other. */
export function BouncedBadge({ hasBounced }: { hasBounced: boolean }) {
  return hasBounced ? (
    <Badge tone="warning" icon="alert">
      Address bounced
    </Badge>
  ) : null;
}
