import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A daily summary for the office. Each covers the time since the one before, so that none is repeated or left out. */
export const OfficeDigestEntity = defineEntity({
  name: 'OfficeDigest',
  tableName: 'office_digest',
  properties: {
    id: p.uuid().primary(),
    /** The end of the period that it covers. */
    until: p.datetime(3).unique('office_digest_until_unique'),
    createdAt: p.datetime(3),
  },
});
export type OfficeDigest = InferEntity<typeof OfficeDigestEntity>;
