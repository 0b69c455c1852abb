import type { Ctx } from '#app/domain/ctx.server.ts';
import type {
  DesignationForChange,
  StaffMember,
} from '#app/domain/designations/designation-for-change.server.ts';
import { type SchoolDates, submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import type { NewMail } from '#app/domain/mail/queue-mail.server.ts';
import { mailEnding, mailGreeting, type MailText, standardDecisionMail } from '#app/lib/decision-mail.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

type Surroundings = Pick<Ctx, 'settings'>;

const CORRECTIONS_TEXT =
  'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.';

/** The standard text about a decision; null for statuses of which the school is not told. */
export function decisionMailText(
  { settings }: Surroundings,
  { dates }: DesignationForChange,
  decided: DesignationAnswer,
): MailText | null {
  return standardDecisionMail({
    schoolName: decided.highSchool.name,
    year: decided.academicYear.year,
    status: decided.status,
    reasons: decided.reasons,
    note: decided.note,
    correctionsDue: correctionsDue(settings, dates),
  });
}

/** Until when the school may hand corrections in, as people read it; null where no date binds. */
export function correctionsDue({ timeZone }: Ctx['settings'], dates: SchoolDates): string | null {
  const deadline = submissionDeadline('RETURNED', dates);
  return deadline === null ? null : formatInZone(deadline, timeZone);
}

/** A decision's mails, one to each of the school's staff: the text between greeting, link and signature. */
export function decisionMails(
  ctx: Surroundings,
  staff: readonly StaffMember[],
  decided: DesignationAnswer,
  text: MailText,
): NewMail[] {
  return mailsTo(ctx, staff, decided, `designation.${decided.status.toLowerCase()}`, text);
}

/** The receipt for what a school handed in: who, when and how many students. */
export function submissionReceipts(
  ctx: Surroundings,
  staff: readonly StaffMember[],
  submitted: DesignationAnswer,
): NewMail[] {
  const { firstName, lastName } = submitted.submittedBy;
  const { name } = submitted.highSchool;
  const { year } = submitted.academicYear;
  const when = formatInZone(submitted.updatedAt, ctx.settings.timeZone);
  return mailsTo(ctx, staff, submitted, 'designation.submitted', {
    subject: `${name}: the ${year} designation has been submitted`,
    body: [
      `The designation of ${name} for the ${year} academic year has been submitted.`,
      `Submitted by ${firstName} ${lastName} on ${when}. Number of students: ${submitted.students.length}.`,
      CORRECTIONS_TEXT,
    ].join('\n\n'),
  });
}

function mailsTo(
  { settings }: Surroundings,
  staff: readonly StaffMember[],
  { id, highSchool }: DesignationAnswer,
  kind: string,
  { subject, body }: MailText,
): NewMail[] {
  const { contactEmail, appName } = settings;
  const ending = mailEnding({ link: designationLink(settings, id), contactEmail, appName });
  return staff.map((member) => ({
    kind,
    to: member.email,
    highSchoolId: highSchool.id,
    subject,
    text: [mailGreeting(`${member.firstName} ${member.lastName}`), body, ending].join('\n\n'),
  }));
}

/** Where a mail sends its reader. */
export function designationLink({ appUrl }: Ctx['settings'], id: string): string {
  return `${appUrl}/designations/${id}`;
}
