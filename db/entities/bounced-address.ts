import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { BOUNCE_SOURCES } from '#app/schemas/enums.ts';

/** An address, in lower case, that bounced; it gets none from the outbox until an administrator clears it. */
export const BouncedAddressEntity = defineEntity({
  name: 'BouncedAddress',
  tableName: 'bounced_address',
  properties: {
    address: p.text().primary(),
    source: p.enum([...BOUNCE_SOURCES]),
    /** The words of the mail server or of the report. */
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
