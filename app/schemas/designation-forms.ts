import { z } from 'zod';
import { ClassSize, CriteriaComment, CriteriaField } from './designation.ts';
import { DECISION_REASONS, DESIGNATION_STATUSES } from './enums.ts';
import { multiline } from './fields.ts';
import { StudentDraftSchema } from './student.ts';

/** The forms of the review screens. Each carries the version that was seen, so that nothing unseen is overwritten. */
const seenVersion = z.number().int();

export const RETURN_REASON_MESSAGE = 'Choose at least one reason for returning the designation.';
export const RETURN_NOTE_MESSAGE = 'Write a note that tells the school what to correct.';

/** An administrator's decision; the screen asks for a reason and a note where the school has to act (decisions, section 5). */
export const DecisionFormSchema = z
  .strictObject({
    intent: z.literal('decide'),
    version: seenVersion,
    status: z.enum(DESIGNATION_STATUSES, { error: 'Choose a status.' }),
    reasons: z.array(z.enum(DECISION_REASONS)).default([]),
    note: multiline(4000).default(''),
    notify: z.boolean().default(false),
  })
  .superRefine(({ status, reasons, note }, check) => {
    if (status !== 'RETURNED') return;
    if (reasons.length === 0) {
      check.addIssue({ code: 'custom', path: ['reasons'], message: RETURN_REASON_MESSAGE });
    }
    if (note === '') check.addIssue({ code: 'custom', path: ['note'], message: RETURN_NOTE_MESSAGE });
  });
export type DecisionForm = z.output<typeof DecisionFormSchema>;

/** An administrator's correction of the general information; band and comment rule are the service's. */
export const GeneralInformationFormSchema = z.strictObject({
  intent: z.literal('correct'),
  version: seenVersion,
  classSize: ClassSize,
  criteria: CriteriaField,
  criteriaComment: CriteriaComment.default(''),
});
export type GeneralInformationForm = z.output<typeof GeneralInformationFormSchema>;

export const NO_STUDENTS_MESSAGE = 'Unable to find students on page';

/** An administrator's edit of the students as one list (specification, section 2); what may be missing is the service's. */
export const EditStudentsFormSchema = z.strictObject({
  version: seenVersion,
  students: z.array(StudentDraftSchema).default([]),
});
export type EditStudentsForm = z.output<typeof EditStudentsFormSchema>;
