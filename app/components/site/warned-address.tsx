import { BouncedBadge } from '#app/components/site/bounced-badge.tsx';
import { MailAddress } from '#app/components/ui/mail-address.tsx';

interface WarnedAddressProps {
  address: string;
  /** An email to it bounced. */
  hasBounced: boolean;
}

/** An address that we send mail to, with the warning where that does not reach it. */
export function WarnedAddress({ address, hasBounced }: WarnedAddressProps) {
  return (
    <span>
      <MailAddress address={address} /> <BouncedBadge hasBounced={hasBounced} />
    </span>
  );
}
