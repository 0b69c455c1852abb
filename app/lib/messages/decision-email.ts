import {
  DECISION_NOTICES,
  DECISION_REASON_LABELS,
  type DecisionNotice,
  type DecisionReason,
  type DesignationStatus,
} from '#app/schemas/enums.ts';
import { fillNotice, type MailText } from '#app/lib/markup/fill-notice.ts';

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
  readonly settings: { readonly appName: string; readonly appUrl: string; readonly contactEmail: string };
}

/** The texts of the notices about decisions, their fields still to be filled; null where one is turned off. */
export type DecisionTexts = Readonly<Record<DecisionNotice, MailText | null>>;

/**
 * THE standard text about a decision, the same where it is shown and where it is sent: that of its notice, filled. Null for a
 * status of which the school is not told, and where the notice is turned off. It says nothing of any student (decisions, section 8).
 */
export function standardDecisionMail(facts: DecisionMailFacts, texts: DecisionTexts): MailText | null {
  const notice = DECISION_NOTICES[facts.status];
  const text = notice === null ? null : texts[notice];
  if (text === null) return null;
  return fillNotice(text, {
    school: facts.schoolName,
    year: String(facts.year),
    reasons: facts.reasons.map((reason) => `- ${DECISION_REASON_LABELS[reason]}`).join('\n'),
    note: facts.note ?? '',
    correctionsDue: facts.correctionsDue ?? '',
    ...facts.settings,
  });
}

/** How an email to a member of the school's staff begins. */
export function mailGreeting(name: string): string {
  return `Hello ${name},`;
}

/** How an email about a designation ends. */
export function mailEnding(ending: { link: string; contactEmail: string; appName: string }): string {
  return [
    `You can see it here:\n${ending.link}`,
    `Questions? Email ${ending.contactEmail}.\n${ending.appName}`,
  ].join('\n\n');
}
