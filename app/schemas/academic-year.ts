import { z } from 'zod';
import { ACTIVITY_STATUSES } from './enums.ts';
import { ofEachField } from './field-tables.ts';
import { ResponseInstant, bodyWithReadOnly, Instant, requiredLine, Uuid, Year } from './fields.ts';
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

export const AcademicYearResponseSchema = z.object({
  id: z.string(),
  year: z.number(),
  status: z.enum(ACTIVITY_STATUSES),
  ...ofEachField(YEAR_DATES, () => ResponseInstant.nullable()),
  version: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type AcademicYearResponse = z.output<typeof AcademicYearResponseSchema>;

export const ExtensionCreateSchema = bodyWithReadOnly(
  { highSchoolId: Uuid, dueAt: Instant, reason: requiredLine('Reason', 500) },
  ['id', 'academicYearId', 'grantedBy', 'createdAt', 'updatedAt'],
);
export type ExtensionCreate = z.output<typeof ExtensionCreateSchema>;

export const ExtensionResponseSchema = z.object({
  highSchoolId: z.string(),
  academicYearId: z.string(),
  dueAt: ResponseInstant,
  reason: z.string(),
  grantedBy: z.object({ id: z.string(), firstName: z.string(), lastName: z.string() }).nullable(),
  createdAt: ResponseInstant,
});
export type ExtensionResponse = z.output<typeof ExtensionResponseSchema>;
