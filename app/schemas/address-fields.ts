import { fieldList } from './field-tables.ts';

export interface AddressField {
  readonly label: string;
  readonly isNeeded?: boolean;
}

export const ADDRESS_FIELDS = {
  address1: { label: 'Address 1', isNeeded: true },
  address2: { label: 'Address 2' },
  city: { label: 'City', isNeeded: true },
  state: { label: 'State', isNeeded: true },
  zip5: { label: 'Zipcode', isNeeded: true },
  zip4: { label: 'Zipcode extension' },
  firmName: { label: 'Firm' },
  urbanization: { label: 'Urbanization' },
} as const satisfies Readonly<Record<string, AddressField>>;
export type AddressPart = keyof typeof ADDRESS_FIELDS;

export const ADDRESS_FIELD_LIST: readonly (readonly [AddressPart, AddressField])[] =
  fieldList(ADDRESS_FIELDS);
