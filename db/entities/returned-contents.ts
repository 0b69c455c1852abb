import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';

/**
 * What a designation held when it was returned last, for the comparison at its resubmission. It goes when the designation is approved
 * or rejected: students' data are kept no longer than they serve.
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
