import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { CHANNELS } from '#app/schemas/enums.ts';
import { UserAccountEntity } from './user-account.ts';

/** Who obtained which students' data, when, and why (34 CFR 99.32; decisions, section 8). Append-only. */
export const DisclosureEntity = defineEntity({
  name: 'Disclosure',
  tableName: 'disclosure',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(3).index('disclosure_at_index'),
    actor: () => p.manyToOne(UserAccountEntity).deleteRule('no action').updateRule('no action').nullable(),
    channel: p.enum([...CHANNELS]),
    /** The access token that was used. Not a reference, because revoked tokens are deleted. */
    tokenId: p.uuid().nullable(),
    tokenName: p.text().nullable(),
    /** The operating system's user and host of a command or job; null for requests. */
    osUser: p.text().nullable(),
    host: p.text().nullable(),
    purpose: p.text(),
    /** The reason, as the person who ran the command wrote it. */
    statedPurpose: p.text().nullable(),
    filter: p.json().$type<Record<string, unknown>>(),
    rowCount: p.integer(),
    studentIds: p.array().columnType('uuid[]'),
  },
  indexes: [
    { name: 'disclosure_actor_at_index', properties: ['actor', 'at'] },
    {
      name: 'disclosure_backup_index',
      expression: `create index "disclosure_backup_index" on "disclosure" ("at") where "purpose" = 'database.backup'`,
    },
  ],
  checks: [
    { name: 'disclosure_purpose_check', expression: "btrim(purpose) <> ''" },
    { name: 'disclosure_row_count_check', expression: 'row_count >= 0' },
  ],
});
export type Disclosure = InferEntity<typeof DisclosureEntity>;
