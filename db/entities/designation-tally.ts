import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AcademicYearEntity } from './academic-year.ts';

/** The number of designations per year, updated by triggers on `designation`, to count long lists fast. */
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
