import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';

/**
 * Contents at the last return, to compare with the next submission. Deleted on approval or rejection, for data
 * protection.
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
