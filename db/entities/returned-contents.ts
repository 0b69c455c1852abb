import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';

/**
 * A designation's content at its last return, for the comparison when it is submitted again.
 * Deleted when the designation is approved or rejected, because students' data is kept no longer than needed.
 */
export const ReturnedContentsEntity = defineEntity({
  name: 'ReturnedContents',
  tableName: 'returned_contents',
  properties: {
    designation: () => p.oneToOne(DesignationEntity).primary().deleteRule('cascade').updateRule('no action'),
    returnedAt: p.datetime(3),
    contents: p.json().$type<Record<string, unknown>>(),
  },
});
export type ReturnedContents = InferEntity<typeof ReturnedContentsEntity>;
