import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AcademicYearEntity } from './academic-year.ts';

/** How many designations a year has. Triggers on `designation` keep it, so that counting a long list costs a row a year. */
export const DesignationTallyEntity = defineEntity({
  name: 'DesignationTally',
  tableName: 'designation_tally',
  properties: {
    academicYear: () =>
      p.oneToOne(AcademicYearEntity).primary().deleteRule('cascade').updateRule('no action'),
    designations: p.integer(),
  },
  checks: [{ name: 'designation_tally_check', expression: 'designations >= 0' }],
});
export type DesignationTally = InferEntity<typeof DesignationTallyEntity>;
