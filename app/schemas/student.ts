import { z } from 'zod';
import { DATE_MESSAGE, STUDENT_NAME_MAX } from '#app/lib/text/value-rules.ts';
import { AddressResponseSchema, AddressDraftSchema, AddressSchema } from './address.ts';
import { ofEachField } from './field-tables.ts';
import {
  ResponseInstant,
  bodyWithReadOnly,
  DateOfBirth,
  Email,
  EmailOrEmpty,
  line,
  Phone,
  PhoneOrEmpty,
  requiredLine,
  Uuid,
} from './fields.ts';
import { STUDENT_FIELDS, STUDENT_TEXTS } from './student-fields.ts';

const READ_ONLY = ['createdAt', 'updatedAt', 'designationId', 'position'] as const;

const optionalParts = {
  id: Uuid.optional(),
  middle: line(STUDENT_NAME_MAX).default(''),
  preferred: line(STUDENT_NAME_MAX).default(''),
  twin: z.boolean().default(false),
  parentEmail: EmailOrEmpty.default(''),
};

/** A student in a submission (specification, section 5, student form). */
export const StudentSchema = bodyWithReadOnly(
  {
    ...optionalParts,
    first: requiredLine(STUDENT_FIELDS.first.label),
    last: requiredLine(STUDENT_FIELDS.last.label),
    dateOfBirth: DateOfBirth,
    phone: Phone,
    email: Email,
    address: AddressSchema,
  },
  READ_ONLY,
);
export type StudentInput = z.output<typeof StudentSchema>;

/** A student in a draft: values must be valid but may be missing (decisions, section 5). */
export const StudentDraftSchema = bodyWithReadOnly(
  {
    ...optionalParts,
    first: line(STUDENT_NAME_MAX).default(''),
    last: line(STUDENT_NAME_MAX).default(''),
    dateOfBirth: z.union([z.literal(''), DateOfBirth], { error: DATE_MESSAGE }).default(''),
    phone: PhoneOrEmpty.default(''),
    email: EmailOrEmpty.default(''),
    address: AddressDraftSchema.prefault({}),
  },
  READ_ONLY,
);
export type StudentDraft = z.output<typeof StudentDraftSchema>;

export const StudentResponseSchema = z.object({
  id: z.string(),
  designationId: z.string(),
  ...ofEachField(STUDENT_TEXTS, () => z.string()),
  twin: z.boolean(),
  address: AddressResponseSchema.extend({ studentId: z.string() }),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type StudentResponse = z.output<typeof StudentResponseSchema>;
