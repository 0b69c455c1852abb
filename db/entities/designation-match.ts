import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DesignationEntity } from './designation.ts';

/** A designation with students who may also be on another school's list of the year. Each pair has a row for each side. */
export const DesignationMatchEntity = defineEntity({
  name: 'DesignationMatch',
  tableName: 'designation_match',
  properties: {
    designation: () => p.manyToOne(DesignationEntity).primary().deleteRule('cascade').updateRule('no action'),
    other: () =>
      p
        .manyToOne(DesignationEntity)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .index('designation_match_other_index'),
    /** How many of the designation's students match one on the other list. */
    students: p.integer(),
  },
  checks: [{ name: 'designation_match_students_check', expression: 'students >= 1' }],
});
export type DesignationMatch = InferEntity<typeof DesignationMatchEntity>;
