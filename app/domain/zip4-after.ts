import type { AddressAnswer } from '#app/schemas/address.ts';

type Zip4Parts = Pick<AddressAnswer, 'address1' | 'city' | 'zip5' | 'zip4'>;

/**
 * The ZIP+4 to store. It belongs to the street, city and ZIP code it was stored with: where one of them changes, a ZIP+4 that
 * was sent back unchanged is dropped, and one that was changed with them is kept.
 */
export function zip4After(before: Zip4Parts, after: Zip4Parts): string {
  const hasMoved = (['address1', 'city', 'zip5'] as const).some((part) => before[part] !== after[part]);
  return hasMoved && after.zip4 === before.zip4 ? '' : after.zip4;
}
