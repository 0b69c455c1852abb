import { Fragment } from 'react';
import { emailAddressParts } from '#app/lib/text/email-address-parts.ts';

/** An email address that prefers line breaks after the @ and dots. */
export function EmailAddress({ address }: { address: string }) {
  return (
    <span className="text-break">
      {emailAddressParts(address).map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
