import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/**
 * A designation whose warnings are to be checked again. Triggers on `designation` add it with every new version. Without
 * a foreign key, so that adding one never waits for another save.
 */
export const DesignationCheckEntity = defineEntity({
  name: 'DesignationCheck',
  tableName: 'designation_check',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    designationId: p.uuid(),
  },
});
export type DesignationCheck = InferEntity<typeof DesignationCheckEntity>;
