import { z } from 'zod';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/schemas/designation-fields.ts';
import { STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import {
  DESIGNATION_CONTENTS,
  hasCriteriaAndComment,
  METHOD_FORM_SHAPE,
  STUDENTS_MAX_MESSAGE,
  TERMS_MESSAGE,
} from './designation.ts';
import type { Criteria } from './enums.ts';
import { Uuid } from './fields.ts';
import { StudentSchema } from './student.ts';

/** Forms of the designate screens. Fields shared with the REST API use its schemas. */

export const DesignateTargetSchema = z.object({ school: Uuid, year: Uuid });

/** `confirmed` accepts editing an existing designation; `version` is the one shown. */
export const AgreementFormSchema = z.strictObject({
  version: z.number().int().optional(),
  /** Version of the terms shown. */
  terms: z.string().max(40).optional(),
  accepted: z.boolean({ error: TERMS_MESSAGE }).refine((isAccepted) => isAccepted, TERMS_MESSAGE),
  confirmed: z.boolean().default(false),
});
export type AgreementForm = z.output<typeof AgreementFormSchema>;

/** `version` is the one shown, to protect unseen changes; `overwrite` is a newer version shown since then. */
const expectedVersion = {
  version: z.number().int(),
  overwrite: z.number().int().optional(),
};

/** Returns the schema. `dropStudents` confirms deleting the students in `removed` (decisions, section 9). */
export function methodFormSchema(previousCriteria: Criteria | null) {
  return z
    .strictObject({
      ...expectedVersion,
      ...METHOD_FORM_SHAPE,
      dropStudents: z.boolean().default(false),
      removed: z.array(Uuid).max(STUDENTS_MAX).default([]),
    })
    .refine(
      ({ criteria, criteriaComment }) =>
        criteriaComment !== '' || !isCommentRequired(criteria, previousCriteria),
      { path: ['criteriaComment'], error: COMMENT_REQUIRED_MESSAGE, when: hasCriteriaAndComment },
    );
}
export type MethodForm = z.output<ReturnType<typeof methodFormSchema>>;

/** The student forms as Review requires them: complete. */
export const StudentsFormSchema = z.strictObject({
  ...expectedVersion,
  students: z.array(StudentSchema).max(STUDENTS_MAX, STUDENTS_MAX_MESSAGE),
});

/** The student forms as saved before Review: values must be valid but may be missing. */
export const StudentsDraftFormSchema = z.strictObject({
  ...expectedVersion,
  students: DESIGNATION_CONTENTS.students,
});

/** The submission. `contents` is the browser's draft as JSON, if it has unsaved changes. */
export const ReviewFormSchema = z.strictObject({
  ...expectedVersion,
  contents: z.string().optional(),
});
export type ReviewForm = z.output<typeof ReviewFormSchema>;
