import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { Badge } from '#app/components/ui/badge.tsx';

interface WarnedAddressProps {
  address: string;
  hasBounced: boolean;
}

/** An email address, with a badge if it has bounced. */
export function WarnedAddress({ address, hasBounced }: WarnedAddressProps) {
  return (
    <span>
      <EmailAddress address={address} /> <BouncedBadge hasBounced={hasBounced} />
    </span>
  );
}

/** Marks a bounced address. We don't send to it until an administrator clears it. */
export function BouncedBadge({ hasBounced }: { hasBounced: boolean }) {
  return hasBounced ? (
    <Badge tone="warning" icon="alert">
      Address bounced
    </Badge>
  ) : null;
}
