type Texts<Name extends string> = Readonly<Partial<Record<Name, string | null>>>;
type PostalAddress = Texts<
  'firmName' | 'address1' | 'address2' | 'urbanization' | 'city' | 'state' | 'zip5' | 'zip4'
>;

/** Returns the street and the city line; either may be empty. */
export function addressLines(address: PostalAddress): string[] {
  const zip = [address.zip5, address.zip4].filter(Boolean).join('-');
  return [
    [address.firmName, address.address1, address.address2, address.urbanization].filter(Boolean).join(', '),
    [address.city, [address.state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ];
}
