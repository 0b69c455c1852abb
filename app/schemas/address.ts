import { z } from 'zod';
import { ADDRESS_LINE_MAX } from '#app/lib/text/value-rules.ts';
import { ADDRESS_FIELDS } from './address-fields.ts';
import { ADDRESS_STATUSES } from './enums.ts';
import { ofEachField } from './field-tables.ts';
import { bodyWithReadOnly, line, requiredLine, State, Zip4, Zip5, Zip5OrEmpty } from './fields.ts';

/** Fields of our responses that callers can't set. */
export const ADDRESS_READ_ONLY = [
  'id',
  'studentId',
  'highSchoolId',
  'status',
  'createdAt',
  'updatedAt',
] as const;

const optionalParts = {
  address2: line(ADDRESS_LINE_MAX).nullish(),
  zip4: Zip4.nullish(),
  firmName: line(ADDRESS_LINE_MAX).nullish(),
  urbanization: line(ADDRESS_LINE_MAX).nullish(),
};

export const addressShape = {
  address1: requiredLine('Address', ADDRESS_LINE_MAX),
  city: requiredLine('City', ADDRESS_LINE_MAX),
  state: State,
  zip5: Zip5,
  ...optionalParts,
};

/** A complete postal address (specification, section 3). The server sets its status. */
export const AddressSchema = bodyWithReadOnly(addressShape, ADDRESS_READ_ONLY);
export type AddressInput = z.output<typeof AddressSchema>;

/** An address in a draft: values must be valid but may be missing. */
export const AddressDraftSchema = bodyWithReadOnly(
  {
    address1: line(ADDRESS_LINE_MAX).default(''),
    city: line(ADDRESS_LINE_MAX).default(''),
    state: z.union([z.literal(''), State], { error: 'Choose a state.' }).default(''),
    zip5: Zip5OrEmpty.default(''),
    ...optionalParts,
  },
  ADDRESS_READ_ONLY,
);
export type AddressDraft = z.output<typeof AddressDraftSchema>;

export const AddressPatchSchema = bodyWithReadOnly(z.object(addressShape).partial().shape, ADDRESS_READ_ONLY);
export type AddressPatch = z.output<typeof AddressPatchSchema>;

export const AddressResponseSchema = z.object({
  id: z.string(),
  ...ofEachField(ADDRESS_FIELDS, () => z.string()),
  status: z.enum(ADDRESS_STATUSES),
});
export type AddressResponse = z.output<typeof AddressResponseSchema>;
