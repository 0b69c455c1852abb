import { Invalid } from '#app/lib/domain-errors.ts';
import type { AddressInput } from '#app/schemas/address.ts';
import { STATES } from '#app/schemas/enums.ts';

/** What an address consists of, without its id and the status that we give it. */
type AddressPart = keyof AddressInput;

/** The parts of an address as they are stored: what is not there is empty. */
export function addressParts(
  address: Readonly<Partial<Record<AddressPart, string | null>>>,
): Record<AddressPart, string> {
  return {
    address1: address.address1 ?? '',
    address2: address.address2 ?? '',
    city: address.city ?? '',
    state: address.state ?? '',
    zip5: address.zip5 ?? '',
    zip4: address.zip4 ?? '',
    firmName: address.firmName ?? '',
    urbanization: address.urbanization ?? '',
  };
}

/** Throws Invalid for a high school's address outside of the installation's state (specification, section 5). */
export function assertStateOfSchools(state: string | undefined, stateOfSchools: string): void {
  if (state === undefined || state === stateOfSchools) return;
  const name = Object.entries(STATES).find(([code]) => code === stateOfSchools)?.[1] ?? stateOfSchools;
  throw new Invalid([
    {
      path: ['address', 'state'],
      message: `High schools are in ${name}: the state must be ${stateOfSchools}.`,
    },
  ]);
}
