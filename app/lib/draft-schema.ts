import { z } from 'zod';
import type { Draft } from '#app/lib/draft.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { CRITERIA, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_TEXTS } from '#app/schemas/student-fields.ts';

const text = z.string();

export const DraftStudentSchema = z.object({
  id: text.optional(),
  ...ofEachField(STUDENT_TEXTS, () => text),
  twin: z.boolean(),
  address: z.object(ofEachField(ADDRESS_FIELDS, () => text)),
});

const content = {
  classSize: z.number().int().min(0).nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  criteriaComment: text,
  students: z.array(DraftStudentSchema),
};

/** What a stored draft must look like to be taken for one. */
export const DraftSchema: z.ZodType<Draft> = z.object({
  format: z.literal(3),
  userId: text,
  id: text.nullable(),
  version: z.number().int().nullable(),
  status: z.enum(DESIGNATION_STATUSES).nullable(),
  stored: z.object(content),
  sent: z.object(content).nullable(),
  highSchool: z.object({ id: text, name: text }),
  academicYear: z.object({ id: text, year: z.number().int() }),
  acceptedTerms: z.boolean(),
  edited: z.boolean(),
  ...content,
});
