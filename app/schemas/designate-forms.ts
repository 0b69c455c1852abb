import { z } from 'zod';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired } from '#app/schemas/criteria-comment.ts';
import { STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import {
  ClassSize,
  CriteriaComment,
  CriteriaField,
  DESIGNATION_CONTENTS,
  STUDENTS_MAX_MESSAGE,
  TERMS_MESSAGE,
} from './designation.ts';
import type { Criteria } from './enums.ts';
import { Uuid } from './fields.ts';
import { StudentSchema } from './student.ts';

/** The forms of the designate screens. What they share with REST bodies is REST's own schema. */

/** The school and year in the address of every step. */
export const DesignatePlaceSchema = z.object({ school: Uuid, year: Uuid });

/** `confirmed` answers the question whether to edit a designation that already exists, `version` is the one that was seen of it. */
export const AgreementFormSchema = z.strictObject({
  version: z.number().int().optional(),
  accepted: z.boolean({ error: TERMS_MESSAGE }).refine((isAccepted) => isAccepted, TERMS_MESSAGE),
  confirmed: z.boolean().default(false),
});
export type AgreementForm = z.output<typeof AgreementFormSchema>;

/** The version that was seen, so that nothing unseen is overwritten; `overwrite` is the newer one that was shown since. */
const expectedVersion = {
  version: z.number().int(),
  overwrite: z.number().int().optional(),
};

/** Class size, criteria and comment; `dropStudents` says that the students in `removed` go (decisions, section 9). */
export function methodFormSchema(previousCriteria: Criteria | null) {
  return z
    .strictObject({
      ...expectedVersion,
      classSize: ClassSize,
      criteria: CriteriaField,
      criteriaComment: CriteriaComment.default(''),
      dropStudents: z.boolean().default(false),
      removed: z.array(Uuid).default([]),
    })
    .superRefine(({ criteria, criteriaComment }, check) => {
      if (criteriaComment === '' && isCommentRequired(criteria, previousCriteria)) {
        check.addIssue({ code: 'custom', path: ['criteriaComment'], message: COMMENT_REQUIRED_MESSAGE });
      }
    });
}
export type MethodForm = z.output<ReturnType<typeof methodFormSchema>>;

/** The students' forms as Review wants them: complete. */
export const StudentsFormSchema = z.strictObject({
  ...expectedVersion,
  students: z.array(StudentSchema).max(STUDENTS_MAX, STUDENTS_MAX_MESSAGE),
});

/** The same as they are saved on the way: what is there has the right form, the rest may come later. */
export const StudentsDraftFormSchema = z.strictObject({
  ...expectedVersion,
  students: DESIGNATION_CONTENTS.students,
});

/** The submission. `contents` is the browser's draft as JSON, where it holds what the server has not been sent yet. */
export const ReviewFormSchema = z.strictObject({
  ...expectedVersion,
  contents: z.string().optional(),
});
export type ReviewForm = z.output<typeof ReviewFormSchema>;
