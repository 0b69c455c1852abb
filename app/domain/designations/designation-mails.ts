import type { Ctx } from '#app/domain/ctx.server.ts';
import type {
  DesignationForChange,
  StaffMember,
} from '#app/domain/designations/designation-for-change.server.ts';
import { submissionDeadline } from '#app/domain/designations/submission-deadline.ts';
import type { NewMail } from '#app/domain/mail/queue-mail.server.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

type Surroundings = Pick<Ctx, 'settings'>;

const CORRECTIONS_TEXT =
  'Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.';

/**
 * Mails to each of the school's staff about a return, an approval or a rejection; none about other statuses. Plain text
 * that says school, year, decision and where to look, and nothing of any student (decisions, section 8).
 */
export function decisionMails(
  ctx: Surroundings,
  { dates, staff }: DesignationForChange,
  decided: DesignationAnswer,
): NewMail[] {
  switch (decided.status) {
    case 'RETURNED':
      return mailsTo(ctx, staff, decided, {
        kind: 'designation.returned',
        outcome: 'has been returned for correction',
        paragraphs: [
          ...decisionParagraphs(decided),
          returnedParagraph(ctx, submissionDeadline('RETURNED', dates)),
        ],
      });
    case 'APPROVED':
      return mailsTo(ctx, staff, decided, {
        kind: 'designation.approved',
        outcome: 'has been approved',
        paragraphs: [...decisionParagraphs(decided), 'No further changes can be made. You can see it here:'],
      });
    case 'REJECTED':
      return mailsTo(ctx, staff, decided, {
        kind: 'designation.rejected',
        outcome: 'has been rejected',
        paragraphs: [...decisionParagraphs(decided), 'No further changes can be made. You can see it here:'],
      });
    case 'STARTED':
    case 'PENDING':
      return [];
  }
}

/** The receipt for what a school handed in: who, when and how many students. */
export function submissionReceipts(
  ctx: Surroundings,
  staff: readonly StaffMember[],
  submitted: DesignationAnswer,
): NewMail[] {
  const { firstName, lastName } = submitted.submittedBy;
  const when = formatInZone(submitted.updatedAt, ctx.settings.timeZone);
  return mailsTo(ctx, staff, submitted, {
    kind: 'designation.submitted',
    outcome: 'has been submitted',
    paragraphs: [
      `Submitted by ${firstName} ${lastName} on ${when}. Number of students: ${submitted.students.length}.`,
      CORRECTIONS_TEXT,
      'You can see it here:',
    ],
  });
}

interface Message {
  readonly kind: string;
  readonly outcome: string;
  /** The last one leads to the link. */
  readonly paragraphs: readonly string[];
}

function mailsTo(
  { settings }: Surroundings,
  staff: readonly StaffMember[],
  { id, highSchool, academicYear }: DesignationAnswer,
  { kind, outcome, paragraphs }: Message,
): NewMail[] {
  return staff.map((member) => ({
    kind,
    to: member.email,
    highSchoolId: highSchool.id,
    subject: `${highSchool.name}: the ${academicYear.year} designation ${outcome}`,
    text: [
      `Hello ${member.firstName} ${member.lastName},`,
      `The designation of ${highSchool.name} for the ${academicYear.year} academic year ${outcome}.`,
      ...paragraphs.slice(0, -1),
      `${paragraphs.at(-1) ?? ''}\n${settings.appUrl}/designations/${id}`,
      `Questions? Write to ${settings.contactEmail}.\n${settings.appName}`,
    ].join('\n\n'),
  }));
}

function decisionParagraphs({ reasons, note }: DesignationAnswer): string[] {
  const paragraphs: string[] = [];
  if (reasons.length > 0) {
    paragraphs.push(
      ['Reasons:', ...reasons.map((reason) => `- ${DECISION_REASON_LABELS[reason]}`)].join('\n'),
    );
  }
  if (note !== null && note !== '') paragraphs.push(`Note from the reviewer:\n${note}`);
  return paragraphs;
}

function returnedParagraph({ settings }: Surroundings, deadline: string | null): string {
  const until = deadline === null ? '' : ` by ${formatInZone(deadline, settings.timeZone)}`;
  return `Please correct it and submit it again${until}:`;
}
