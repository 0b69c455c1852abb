import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { BOUNCE_SOURCES } from '#app/schemas/enums.ts';

/** A lowercase address that bounced. The outbox sends nothing to it until an administrator clears it. */
export const BouncedAddressEntity = defineEntity({
  name: 'BouncedAddress',
  tableName: 'bounced_address',
  properties: {
    address: p.text().primary(),
    source: p.enum([...BOUNCE_SOURCES]),
    /** The reason given by the mail server or the report. */
    reason: p.text(),
    bouncedAt: p.datetime(3),
  },
  checks: [
    {
      name: 'bounced_address_address_check',
      expression: "btrim(address) <> '' and address = lower(address)",
    },
  ],
});
export type BouncedAddress = InferEntity<typeof BouncedAddressEntity>;
