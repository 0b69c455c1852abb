import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import { USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import { searchIndexSql } from '#db/search-key-sql.ts';
import { timestamps, version } from './timestamps.ts';

/** The type of a column that the compiler can't infer, because it refers to its own table. */
interface NullableId {
  readonly '~type'?: { value: string };
  readonly '~options': { nullable: true };
}

/** A user (specification, section 3, User). Deleted accounts keep their row with the flag DELETED. */
export const UserAccountEntity = defineEntity({
  name: 'UserAccount',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    phone: p.text(),
    flags: p
      .type(new EnumArrayType('UserAccount.flags', [...USER_FLAGS]))
      .$type<UserFlag[]>()
      .defaultRaw("'{}'"),
    /** When the user last signed in; null before the first time. */
    lastSignedInAt: p.datetime(3).nullable(),
    /** The account that this deleted one was merged into: the same person's. */
    mergedIntoId: (): NullableId =>
      p
        .manyToOne(UserAccountEntity)
        .mapToPk()
        .fieldName('merged_into_id')
        .deleteRule('no action')
        .updateRule('no action')
        .nullable()
        .index('user_account_merged_into_index')
        .$type<string>(),
    version,
    ...timestamps,
  },
  checks: [
    { name: 'user_account_email_lower_check', expression: 'email = lower(email)' },
    { name: 'user_account_email_present_check', expression: "btrim(email) <> ''" },
    { name: 'user_account_flags_check', expression: "flags <@ array['ADMIN'::text, 'DELETED'::text]" },
    {
      name: 'user_account_merged_check',
      expression: "merged_into_id is null or (merged_into_id <> id and flags @> array['DELETED'::text])",
    },
  ],
  indexes: [
    {
      name: 'user_account_email_unique',
      expression: 'create unique index "user_account_email_unique" on "user_account" (lower("email"))',
    },
    {
      name: 'user_account_name_index',
      expression:
        'create index "user_account_name_index" on "user_account" ("last_name" collate "und-x-icu", "first_name" collate "und-x-icu", "id")',
    },
    {
      name: 'user_account_email_index',
      expression: 'create index "user_account_email_index" on "user_account" ("email", "id")',
    },
    {
      name: 'user_account_phone_index',
      expression: 'create index "user_account_phone_index" on "user_account" ("phone", "id")',
    },
    {
      name: 'user_account_flags_index',
      expression: 'create index "user_account_flags_index" on "user_account" using gin ("flags")',
    },
    { name: 'user_account_search_index', expression: searchIndexSql('user_account') },
  ],
});
export type UserAccount = InferEntity<typeof UserAccountEntity>;
