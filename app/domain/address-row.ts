import type { AddressAnswer } from '#app/schemas/address.ts';
import type { AddressStatus } from '#app/schemas/enums.ts';

/** The columns of an address inside its owner's row, a student's or a high school's (ADR 4). */
export interface AddressRow {
  readonly address_id: string;
  readonly address_address1: string;
  readonly address_address2: string;
  readonly address_city: string;
  readonly address_state: string;
  readonly address_zip5: string;
  readonly address_zip4: string;
  readonly address_firm_name: string;
  readonly address_urbanization: string;
  readonly address_status: AddressStatus;
}

/** The address in its owner's row as answers show it (specification, section 3). */
export function addressOfRow(row: AddressRow): AddressAnswer {
  return {
    id: row.address_id,
    address1: row.address_address1,
    address2: row.address_address2,
    city: row.address_city,
    state: row.address_state,
    zip5: row.address_zip5,
    zip4: row.address_zip4,
    firmName: row.address_firm_name,
    urbanization: row.address_urbanization,
    status: row.address_status,
  };
}

type Zip4Parts = Pick<AddressAnswer, 'address1' | 'city' | 'zip5' | 'zip4'>;

/**
 * The ZIP+4 to store. It belongs to the street, city and ZIP code it was stored with: where one of them changes, a ZIP+4 that
 * was sent back unchanged is dropped, and one that was changed with them is kept.
 */
export function zip4After(before: Zip4Parts, after: Zip4Parts): string {
  const hasMoved = (['address1', 'city', 'zip5'] as const).some((part) => before[part] !== after[part]);
  return hasMoved && after.zip4 === before.zip4 ? '' : after.zip4;
}
