import { DECISION_REASON_LABELS, type DecisionReason, type DesignationStatus } from '#app/schemas/enums.ts';

/** The part of a decision's mail that its reviewer may rewrite, plain text: greeting, link and signature are put around it. */
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

/** What the standard text of a decision's mail depends on. */
export interface DecisionMailFacts {
  readonly schoolName: string;
  /** The academic year's number. */
  readonly year: number;
  readonly status: DesignationStatus;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  /** Until when corrections are due, as people read it; null where no date binds. */
  readonly correctionsDue: string | null;
}

const OUTCOMES: Record<DesignationStatus, string | null> = {
  STARTED: null,
  PENDING: null,
  RETURNED: 'has been returned for correction',
  APPROVED: 'has been approved',
  REJECTED: 'has been rejected',
};

/** Whether the school is told of a designation being given this status: of returns, approvals and rejections. */
export function tellsSchool(status: DesignationStatus): boolean {
  return OUTCOMES[status] !== null;
}

/**
 * THE standard text about a decision, the same where it is shown and where it is sent; null for a status of which the
 * school is not told. It says nothing of any student (decisions, section 8).
 */
export function standardDecisionMail(facts: DecisionMailFacts): MailText | null {
  const outcome = OUTCOMES[facts.status];
  if (outcome === null) return null;
  const { schoolName, year } = facts;
  return {
    subject: `${schoolName}: the ${year} designation ${outcome}`,
    body: [
      `The designation of ${schoolName} for the ${year} academic year ${outcome}.`,
      ...whyParagraphs(facts),
      closingSentence(facts),
    ].join('\n\n'),
  };
}

/** Both parts in one, to tell whether a text is still the one that was shown. */
export function joinedMail({ subject, body }: MailText): string {
  return `${subject}\n\n${body}`;
}

/** Whether two texts say the same. */
export function isSameMail(one: MailText, other: MailText): boolean {
  return one.subject === other.subject && one.body === other.body;
}

/** How a mail to a member of the school's staff begins. */
export function mailGreeting(name: string): string {
  return `Hello ${name},`;
}

/** How a mail about a designation ends. */
export function mailEnding(ending: { link: string; contactEmail: string; appName: string }): string {
  return [
    `You can see it here:\n${ending.link}`,
    `Questions? Write to ${ending.contactEmail}.\n${ending.appName}`,
  ].join('\n\n');
}

function whyParagraphs({ reasons, note }: DecisionMailFacts): string[] {
  const paragraphs: string[] = [];
  if (reasons.length > 0) {
    paragraphs.push(
      ['Reasons:', ...reasons.map((reason) => `- ${DECISION_REASON_LABELS[reason]}`)].join('\n'),
    );
  }
  if (note !== null && note !== '') paragraphs.push(`Note from the reviewer:\n${note}`);
  return paragraphs;
}

function closingSentence({ status, correctionsDue }: DecisionMailFacts): string {
  if (status !== 'RETURNED') return 'No further changes can be made.';
  return `Please correct it and submit it again${correctionsDue === null ? '' : ` by ${correctionsDue}`}.`;
}
