import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DESIGNATION_WARNINGS } from '#app/schemas/designation-warnings.ts';
import { DesignationEntity } from './designation.ts';

/** A warning about a designation as of its last check, to list and filter designations fast. Contains no student's data. */
export const DesignationWarningEntity = defineEntity({
  name: 'DesignationWarning',
  tableName: 'designation_warning',
  properties: {
    designation: () => p.manyToOne(DesignationEntity).primary().deleteRule('cascade').updateRule('no action'),
    kind: p.enum([...DESIGNATION_WARNINGS]).primary(),
  },
  indexes: [{ name: 'designation_warning_kind_index', properties: ['kind', 'designation'] }],
});
export type DesignationWarningRow = InferEntity<typeof DesignationWarningEntity>;
