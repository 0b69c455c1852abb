import { BouncedBadge } from '#app/components/site/bounced-badge.tsx';
import { MailAddress } from '#app/components/ui/mail-address.tsx';

interface WarnedAddressProps {
  address: string;
  hasBounced: boolean;
}

/** An email address, with a badge if it has bounced. */
export function WarnedAddress({ address, hasBounced }: WarnedAddressProps) {
  return (
    <span>
      <MailAddress address={address} /> <BouncedBadge hasBounced={hasBounced} />
    </span>
  );
}
