import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A change of access for the administrators' daily email: a new position, or another person's new address. */
export const AccessChangeEntity = defineEntity({
  name: 'AccessChange',
  tableName: 'access_change',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(3),
    /** Describes staff and administrators, never students. */
    description: p.text(),
    /** When it was included in the daily email; null until then. */
    reportedAt: p.datetime(3).nullable(),
  },
  checks: [{ name: 'access_change_description_check', expression: "btrim(description) <> ''" }],
  indexes: [
    {
      name: 'access_change_unreported_index',
      expression:
        'create index "access_change_unreported_index" on "access_change" ("at") where "reported_at" is null',
    },
  ],
});
export type AccessChange = InferEntity<typeof AccessChangeEntity>;
