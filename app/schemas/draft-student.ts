import { z } from 'zod';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_TEXTS } from '#app/schemas/student-fields.ts';

const text = z.string();

/** A student in a form; texts are as typed and may be invalid. */
export const DraftStudentSchema = z.object({
  id: text.optional(),
  ...ofEachField(STUDENT_TEXTS, () => text),
  twin: z.boolean(),
  address: z.object(ofEachField(ADDRESS_FIELDS, () => text)),
});
