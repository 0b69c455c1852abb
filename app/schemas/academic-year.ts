import { z } from 'zod';
import { ACTIVITY_STATUSES } from './enums.ts';
import { ofEachField } from './field-tables.ts';
import { AnsweredInstant, bodyWithReadOnly, Instant, requiredLine, Uuid, Year } from './fields.ts';
import { YEAR_DATES } from './year-fields.ts';

export const AcademicYearCreateSchema = z.strictObject({
  year: Year,
  status: z.enum(ACTIVITY_STATUSES).optional(),
});
export type AcademicYearCreate = z.output<typeof AcademicYearCreateSchema>;

/** Status and dates only; a year's number never changes. Null clears a date. */
export const AcademicYearPatchSchema = bodyWithReadOnly(
  {
    status: z.enum(ACTIVITY_STATUSES).optional(),
    ...ofEachField(YEAR_DATES, () => Instant.nullable().optional()),
  },
  ['id', 'version', 'year', 'createdAt', 'updatedAt'],
);
export type AcademicYearPatch = z.output<typeof AcademicYearPatchSchema>;

export const AcademicYearAnswerSchema = z.object({
  id: z.string(),
  year: z.number(),
  status: z.enum(ACTIVITY_STATUSES),
  ...ofEachField(YEAR_DATES, () => AnsweredInstant.nullable()),
  version: z.number(),
  createdAt: AnsweredInstant,
  updatedAt: AnsweredInstant,
});
export type AcademicYearAnswer = z.output<typeof AcademicYearAnswerSchema>;

export const ExtensionCreateSchema = bodyWithReadOnly(
  { highSchoolId: Uuid, dueAt: Instant, reason: requiredLine('Reason', 500) },
  ['id', 'academicYearId', 'grantedBy', 'createdAt', 'updatedAt'],
);
export type ExtensionCreate = z.output<typeof ExtensionCreateSchema>;

export const ExtensionAnswerSchema = z.object({
  highSchoolId: z.string(),
  academicYearId: z.string(),
  dueAt: AnsweredInstant,
  reason: z.string(),
  grantedBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  createdAt: AnsweredInstant,
});
export type ExtensionAnswer = z.output<typeof ExtensionAnswerSchema>;
