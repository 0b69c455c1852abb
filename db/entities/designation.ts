import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import { CRITERIA, DECISION_REASONS, type DecisionReason, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from './academic-year.ts';
import { HighSchoolEntity } from './high-school.ts';
import { timestamps, version } from './timestamps.ts';
import { UserAccountEntity } from './user-account.ts';

/** One school's designation for one year (specification, section 3, HighSchoolDesignation). */
export const DesignationEntity = defineEntity({
  name: 'Designation',
  tableName: 'designation',
  properties: {
    id: p.uuid().primary(),
    highSchool: () => p.manyToOne(HighSchoolEntity).deleteRule('no action').updateRule('no action'),
    academicYear: () => p.manyToOne(AcademicYearEntity).deleteRule('no action').updateRule('no action'),
    classSize: p.integer().nullable(),
    criteria: p.enum([...CRITERIA]).nullable(),
    criteriaComment: p.text().nullable(),
    status: p.enum([...DESIGNATION_STATUSES]).default('STARTED'),
    submittedBy: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('no action')
        .updateRule('no action')
        .index('designation_submitted_by_index'),
    acceptedTermsAt: p.datetime(3).nullable(),
    acceptedTermsVersion: p.text().nullable(),
    downloadedAt: p.datetime(3).nullable(),
    reasons: p
      .type(new EnumArrayType('Designation.reasons', [...DECISION_REASONS]))
      .$type<DecisionReason[]>()
      .defaultRaw("'{}'"),
    note: p.text().nullable(),
    version,
    ...timestamps,
  },
  checks: [
    { name: 'designation_class_size_check', expression: 'class_size >= 0' },
    {
      name: 'designation_reasons_check',
      expression: `reasons <@ array[${DECISION_REASONS.map((reason) => `'${reason}'::text`).join(', ')}]`,
    },
    {
      name: 'designation_terms_check',
      expression: '(accepted_terms_at is null) = (accepted_terms_version is null)',
    },
  ],
  uniques: [{ name: 'designation_school_year_unique', properties: ['highSchool', 'academicYear'] }],
  indexes: [
    { name: 'designation_year_status_index', properties: ['academicYear', 'status'] },
    { name: 'designation_year_updated_at_index', properties: ['academicYear', 'updatedAt'] },
    { name: 'designation_year_downloaded_at_index', properties: ['academicYear', 'downloadedAt'] },
    {
      name: 'designation_status_index',
      expression: 'create index "designation_status_index" on "designation" ("status", "id")',
    },
    {
      name: 'designation_criteria_index',
      expression: 'create index "designation_criteria_index" on "designation" ("criteria", "id")',
    },
    {
      name: 'designation_approved_index',
      expression: `create index "designation_approved_index" on "designation" ("high_school_id") where "status" = 'APPROVED'`,
    },
    {
      name: 'designation_updated_at_index',
      expression: 'create index "designation_updated_at_index" on "designation" ("updated_at", "id")',
    },
    {
      name: 'designation_criteria_order_index',
      expression: `create index "designation_criteria_order_index" on "designation" ((coalesce("criteria", '~') collate "C"), "id")`,
    },
    {
      name: 'designation_downloaded_at_order_index',
      expression: `create index "designation_downloaded_at_order_index" on "designation" ((coalesce("downloaded_at", '-infinity'::timestamptz)), "id")`,
    },
    {
      name: 'designation_downloaded_at_index',
      expression:
        'create index "designation_downloaded_at_index" on "designation" ("downloaded_at" desc nulls last, "id")',
    },
  ],
});
export type Designation = InferEntity<typeof DesignationEntity>;
