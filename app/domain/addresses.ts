import { Invalid } from '#app/lib/domain-errors.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import type { AddressResponse } from '#app/schemas/address.ts';
import { ADDRESS_FIELD_LIST, ADDRESS_FIELDS, type AddressPart } from '#app/schemas/address-fields.ts';
import { STATES } from '#app/schemas/states.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';

type AddressParts = Readonly<Record<AddressPart, string>>;

/** Returns all parts of an address, missing ones as empty strings. */
export function addressParts(address: Readonly<Partial<Record<AddressPart, string | null>>>): AddressParts {
  return ofEachField(ADDRESS_FIELDS, (_, part) => address[part] ?? '');
}

/** Marks a changed address UNVERIFIED. Drops an unchanged ZIP+4 if the street, city, or ZIP code changed. */
export function changedAddress<Address extends AddressResponse>(
  before: Address,
  parts: AddressParts,
): Address {
  const isNew = (part: AddressPart) => parts[part] !== before[part];
  if (!ADDRESS_FIELD_LIST.some(([part]) => isNew(part))) return before;
  const hasMoved = isNew('address1') || isNew('city') || isNew('zip5');
  const zip4 = hasMoved && !isNew('zip4') ? '' : parts.zip4;
  return { ...before, ...parts, zip4, status: 'UNVERIFIED' };
}

/** Keys the parts as request bodies and events do, like 'address.city'. */
export function addressFields<Value>(parts: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [`address.${part}`, value]));
}

/** @throws {Invalid} when a high school's address is in another state (specification, section 5) */
export function assertStateOfSchools(state: string | undefined, stateOfSchools: string): void {
  if (state === undefined || state === stateOfSchools) return;
  const name = Object.entries(STATES).find(([code]) => code === stateOfSchools)?.[1] ?? stateOfSchools;
  const message = SCHOOL_MESSAGES.otherState(name, stateOfSchools);
  throw new Invalid([{ path: ['address', 'state'], message }]);
}
