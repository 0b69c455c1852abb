import { z } from 'zod';
import { type DesignationResponse, hasCriteriaAndComment, METHOD_FORM_SHAPE } from './designation.ts';
import { COMMENT_REQUIRED_MESSAGE, isCommentRequired, type MethodField } from './designation-fields.ts';
import { classSizeBandError } from './designation-size.ts';
import { joinedEmail, type EmailText, mergeFieldProblem } from '#app/lib/markup/fill-notice.ts';
import {
  type Criteria,
  DECISION_KINDS,
  DECISION_REASONS,
  DESIGNATION_STATUS_LABELS,
  DESIGNATION_STATUSES,
  notifiesSchool,
} from './enums.ts';
import { line, multiline } from './fields.ts';

/** Every review form includes the version shown, to protect unseen changes. */
const expectedVersion = z.number().int();

const RETURN_REASON_MESSAGE = 'Choose at least one reason for returning the designation.';
const RETURN_NOTE_MESSAGE = 'Write a note that tells the school what to correct.';
const REJECT_NOTE_MESSAGE = 'Write a note that tells the school why.';

export const EMAIL_SUBJECT_MESSAGE = "Write a subject for the email, or check “Don't email the school”.";
export const EMAIL_BODY_MESSAGE = "Write the text of the email, or check “Don't email the school”.";

/** For an edited text, if later choices changed the standard text. */
export const EMAIL_OUTDATED_MESSAGE =
  'The reasons or the note changed after this email was written. Edit the email, reset it, or save again to send it unchanged.';

/** Buttons of the decision form; Enter clicks the first one. */
export const DECISION_ACTIONS = ['save', 'save-and-next', 'show-email', 'reset-email'] as const;

/**
 * An administrator's decision (decisions, section 5). `emailShown` is the text shown for the status `emailFor`, to detect
 * edits; `emailStandard` is the standard text for the choices that the reviewer last saw.
 */
export const DecisionFormSchema = z
  .strictObject({
    intent: z.literal('decide'),
    act: z.enum(DECISION_ACTIONS).default('save'),
    /** The form that was sent; it shows the errors. */
    kind: z.enum(DECISION_KINDS).default('status'),
    version: expectedVersion,
    status: z.enum(DESIGNATION_STATUSES, { error: 'Choose a status.' }),
    reasons: z.array(z.enum(DECISION_REASONS)).max(DECISION_REASONS.length).default([]),
    note: multiline(4000).default(''),
    withoutEmail: z.boolean().default(false),
    emailFor: z.enum(DESIGNATION_STATUSES).optional(),
    emailShown: multiline(20_000).default(''),
    emailStandard: multiline(20_000).default(''),
    emailSubject: line(300).default(''),
    emailBody: multiline(10_000).default(''),
  })
  .superRefine((form, check) => {
    checkDecisionText(form, check);
    if (form.act.startsWith('save') && writtenEmail(form) !== null) checkEmail(form, check);
  });
export type DecisionForm = z.output<typeof DecisionFormSchema>;

/** Returns the reviewer's edited text; null if no email is sent or the text is unchanged. */
export function writtenEmail(
  form: Pick<
    DecisionForm,
    'status' | 'withoutEmail' | 'emailFor' | 'emailShown' | 'emailSubject' | 'emailBody'
  >,
): EmailText | null {
  if (form.emailFor === undefined || form.withoutEmail || !notifiesSchool(form.status)) return null;
  const text = { subject: form.emailSubject, body: form.emailBody };
  return joinedEmail(text) === form.emailShown ? null : text;
}

/** Checks a decision: a reason for a return, a note for a return or rejection, no merge fields in the note. */
export function checkDecisionText(
  { status, reasons, note }: Pick<DecisionForm, 'status' | 'reasons' | 'note'>,
  check: z.RefinementCtx,
): void {
  if (status === 'RETURNED' && reasons.length === 0) {
    check.addIssue({ code: 'custom', path: ['reasons'], message: RETURN_REASON_MESSAGE });
  }
  if (note === '' && (status === 'RETURNED' || status === 'REJECTED')) {
    const message = status === 'RETURNED' ? RETURN_NOTE_MESSAGE : REJECT_NOTE_MESSAGE;
    check.addIssue({ code: 'custom', path: ['note'], message });
  }
  const problem = mergeFieldProblem(note);
  if (problem !== null) check.addIssue({ code: 'custom', path: ['note'], message: problem });
}

function checkEmail(
  { status, emailFor, emailSubject, emailBody }: DecisionForm,
  check: z.RefinementCtx,
): void {
  if (emailFor !== undefined && emailFor !== status) {
    const [written, chosen] = [DESIGNATION_STATUS_LABELS[emailFor], DESIGNATION_STATUS_LABELS[status]];
    check.addIssue({
      code: 'custom',
      path: ['emailBody'],
      message: `This email was written for the status ${written}. Edit it for ${chosen} or reset it, then save again.`,
    });
  }
  for (const [path, text] of Object.entries({ emailSubject, emailBody })) {
    const problem = mergeFieldProblem(text);
    if (problem !== null) check.addIssue({ code: 'custom', path: [path], message: problem });
  }
  if (emailSubject === '') {
    check.addIssue({ code: 'custom', path: ['emailSubject'], message: EMAIL_SUBJECT_MESSAGE });
  }
  if (emailBody === '') check.addIssue({ code: 'custom', path: ['emailBody'], message: EMAIL_BODY_MESSAGE });
}

/** An administrator's correction. The service checks the class size band and the comment rule. */
export const GeneralInformationFormSchema = z.strictObject({
  intent: z.literal('correct'),
  version: expectedVersion,
  ...METHOD_FORM_SHAPE,
});
export type GeneralInformationForm = z.output<typeof GeneralInformationFormSchema>;

/** Returns the schema with the service's rules for a correction of `before`, for the browser. */
export function correctionFormSchema(
  before: Pick<DesignationResponse, MethodField>,
  previousCriteria: Criteria | null,
) {
  return GeneralInformationFormSchema.superRefine(({ classSize }, check) => {
    const band = before.classSize === null ? null : classSizeBandError(before.classSize, classSize);
    if (band !== null) check.addIssue({ code: 'custom', path: ['classSize'], message: band });
  }).refine(
    ({ criteria, criteriaComment }) => {
      const isChanged = criteria !== before.criteria || criteriaComment !== (before.criteriaComment ?? '');
      return !isChanged || criteriaComment !== '' || !isCommentRequired(criteria, previousCriteria);
    },
    { path: ['criteriaComment'], error: COMMENT_REQUIRED_MESSAGE, when: hasCriteriaAndComment },
  );
}

export const NO_STUDENTS_MESSAGE = 'Unable to find students on page';
