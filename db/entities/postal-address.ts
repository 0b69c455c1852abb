import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ADDRESS_STATUSES } from '#app/schemas/enums.ts';

/** A postal address inside the row of a student or high school (specification, section 3, Address). */
export const PostalAddressEntity = defineEntity({
  name: 'PostalAddress',
  embeddable: true,
  properties: {
    id: p.uuid(),
    address1: p.text().default(''),
    address2: p.text().default(''),
    city: p.text().default(''),
    state: p.text().default(''),
    zip5: p.text().default(''),
    zip4: p.text().default(''),
    firmName: p.text().default(''),
    urbanization: p.text().default(''),
    status: p.enum([...ADDRESS_STATUSES]).default('UNVERIFIED'),
  },
});
export type PostalAddress = InferEntity<typeof PostalAddressEntity>;
