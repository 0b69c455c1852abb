import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { VIEW_LISTS } from '#app/schemas/view-lists.ts';
import { timestamps, version } from './timestamps.ts';
import { UserAccountEntity } from './user-account.ts';

/** A user's named filter and order of a list. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(UserAccountEntity).deleteRule('cascade').updateRule('no action'),
    list: p.enum([...VIEW_LISTS]),
    name: p.text(),
    /** Query of the list's URL, without a page. */
    query: p.text(),
    version,
    ...timestamps,
  },
  checks: [{ name: 'saved_view_name_check', expression: "btrim(name) <> ''" }],
  indexes: [
    {
      name: 'saved_view_name_unique',
      expression:
        'create unique index "saved_view_name_unique" on "saved_view" ("user_id", "list", lower("name"))',
    },
  ],
});
export type SavedView = InferEntity<typeof SavedViewEntity>;
