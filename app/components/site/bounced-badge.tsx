import { Badge } from '#app/components/ui/badge.tsx';

/** Marks a bounced address. We don't send to it until an administrator clears it. */
export function BouncedBadge({ hasBounced }: { hasBounced: boolean }) {
  return hasBounced ? (
    <Badge tone="warning" icon="alert">
      Address bounced
    </Badge>
  ) : null;
}
