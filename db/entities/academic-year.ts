import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ACTIVITY_STATUSES } from '#app/schemas/enums.ts';
import { timestamps, version } from './timestamps.ts';

/** An academic year with its dates. An index ensures that at most one is ACTIVE. */
export const AcademicYearEntity = defineEntity({
  name: 'AcademicYear',
  tableName: 'academic_year',
  properties: {
    id: p.uuid().primary(),
    year: p.integer().unique('academic_year_year_unique'),
    status: p.enum([...ACTIVITY_STATUSES]).default('INACTIVE'),
    opensAt: p.datetime(3).nullable(),
    earlyDueAt: p.datetime(3).nullable(),
    dueAt: p.datetime(3).nullable(),
    correctionsDueAt: p.datetime(3).nullable(),
    version,
    ...timestamps,
  },
  checks: [{ name: 'academic_year_year_check', expression: 'year >= 1900 and year <= 2999' }],
  indexes: [
    {
      name: 'academic_year_active_unique',
      expression: `create unique index "academic_year_active_unique" on "academic_year" ("status") where "status" = 'ACTIVE'`,
    },
  ],
});
export type AcademicYear = InferEntity<typeof AcademicYearEntity>;
