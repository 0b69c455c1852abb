import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationForChange } from './designation-for-change.server.ts';
import type { StaffMember } from './designation-queries.server.ts';
import { type SchoolDates, submissionDeadline } from './submission-deadline.ts';
import type { NewEmail } from '#app/domain/mail/queue-emails.server.ts';
import { type StoredNotice, textOfNotice } from '#app/domain/notices/queue-notices.server.ts';
import {
  type DecisionTexts,
  correctionsLink,
  emailEnding,
  emailGreeting,
  standardDecisionEmail,
} from '#app/messages/decision-email.ts';
import { fillNotice, type EmailText } from '#app/lib/markup/fill-notice.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';

type EmailContext = Pick<Ctx, 'settings'>;

/** Returns the current texts of the automatic emails about decisions. */
export function decisionTexts(stored: readonly StoredNotice[]): DecisionTexts {
  return {
    DESIGNATION_RETURNED: textOfNotice('DESIGNATION_RETURNED', stored),
    DESIGNATION_APPROVED: textOfNotice('DESIGNATION_APPROVED', stored),
    DESIGNATION_REJECTED: textOfNotice('DESIGNATION_REJECTED', stored),
  };
}

/** Returns the standard text about a decision; null if the school isn't emailed about it. */
export function decisionEmailText(
  { settings }: EmailContext,
  known: DesignationForChange,
  decided: DesignationResponse,
): EmailText | null {
  const facts = {
    schoolName: decided.highSchool.name,
    year: decided.academicYear.year,
    status: decided.status,
    reasons: decided.reasons,
    note: decided.note,
    correctionsDue: correctionsDue(settings, known),
    settings,
  };
  return standardDecisionEmail(facts, decisionTexts(known.notices));
}

/** Formats the deadline for corrections; null if there is none. */
export function correctionsDue({ timeZone }: Ctx['settings'], dates: SchoolDates): string | null {
  const deadline = submissionDeadline('RETURNED', dates);
  return deadline === null ? null : formatInZone(deadline, timeZone);
}

/** Returns a decision's emails to the school's staff, with a greeting, the text, a link, and a signature. */
export function decisionEmails(
  ctx: EmailContext,
  staff: readonly StaffMember[],
  decided: DesignationResponse,
  text: EmailText,
): NewEmail[] {
  return emailsTo(ctx, staff, decided, `designation.${decided.status.toLowerCase()}`, text);
}

/** Returns the receipts for a submission: who, when, and how many students. Empty if they are turned off. */
export function submissionReceipts(
  ctx: EmailContext,
  { staff, notices }: Pick<DesignationForChange, 'staff' | 'notices'>,
  submitted: DesignationResponse,
): NewEmail[] {
  const text = textOfNotice('DESIGNATION_SUBMITTED', notices);
  if (text === null) return [];
  const { appName, appUrl, contactEmail, timeZone } = ctx.settings;
  const filled = fillNotice(text, {
    ...{ appName, appUrl, contactEmail },
    school: submitted.highSchool.name,
    year: String(submitted.academicYear.year),
    submittedBy: fullName(submitted.submittedBy),
    submittedAt: formatInZone(submitted.updatedAt, timeZone),
    students: String(submitted.students.length),
    reference: shortReference(submitted.academicYear.year, submitted.id),
    copyLink: `${designationLink(ctx.settings, submitted.id)}/copy`,
  });
  return emailsTo(ctx, staff, submitted, 'designation.submitted', filled);
}

function emailsTo(
  { settings }: EmailContext,
  staff: readonly StaffMember[],
  designation: DesignationResponse,
  kind: string,
  { subject, body }: EmailText,
): NewEmail[] {
  const { contactEmail, appName } = settings;
  const ending = emailEnding({
    link: designationLink(settings, designation.id),
    corrections: correctionsLink(settings, designation),
    contactEmail,
    appName,
  });
  return staff.map((member) => ({
    kind,
    to: member.email,
    hasBounced: member.hasBounced,
    userId: member.userId,
    highSchoolId: designation.highSchool.id,
    subject,
    text: [emailGreeting(fullName(member)), body, ending].join('\n\n'),
  }));
}

/** Returns the URL of a designation's page. */
export function designationLink({ appUrl }: Ctx['settings'], id: string): string {
  return `${appUrl}/designations/${id}`;
}
