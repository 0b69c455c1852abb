import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AcademicYearEntity } from './academic-year.ts';
import { HighSchoolEntity } from './high-school.ts';
import { timestamps } from './timestamps.ts';
import { UserAccountEntity } from './user-account.ts';

/** A later due date for one school in one year (decisions, section 5). */
export const DeadlineExtensionEntity = defineEntity({
  name: 'DeadlineExtension',
  tableName: 'deadline_extension',
  properties: {
    id: p.uuid().primary(),
    academicYear: () => p.manyToOne(AcademicYearEntity).deleteRule('cascade').updateRule('no action'),
    highSchool: () =>
      p
        .manyToOne(HighSchoolEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('deadline_extension_high_school_index'),
    dueAt: p.datetime(3),
    reason: p.text(),
    grantedBy: () =>
      p.manyToOne(UserAccountEntity).deleteRule('no action').updateRule('no action').nullable(),
    ...timestamps,
  },
  uniques: [{ name: 'deadline_extension_year_school_unique', properties: ['academicYear', 'highSchool'] }],
});
export type DeadlineExtension = InferEntity<typeof DeadlineExtensionEntity>;
