import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';
import { UserAccountEntity } from './user-account.ts';

/** A browser tab in which school staff edit a designation, or an administrator reviews it. */
export const DesignationEditorEntity = defineEntity({
  name: 'DesignationEditor',
  tableName: 'designation_editor',
  properties: {
    tabId: p.uuid().primary(),
    designation: () =>
      p
        .manyToOne(DesignationEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('designation_editor_designation_index'),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('designation_editor_user_index'),
    isReviewing: p.boolean().default(false),
    seenAt: p.datetime(3).index('designation_editor_seen_at_index'),
  },
});
export type DesignationEditor = InferEntity<typeof DesignationEditorEntity>;
