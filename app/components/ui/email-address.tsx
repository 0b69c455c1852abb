import { Fragment } from 'react';
import { addressParts } from '#app/lib/text/address-parts.ts';

/** An email address that prefers line breaks after the @ and dots. */
export function EmailAddress({ address }: { address: string }) {
  return (
    <span className="text-break">
      {addressParts(address).map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
