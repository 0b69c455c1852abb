import {
  DECISION_NOTICES,
  DECISION_REASON_LABELS,
  type DecisionNotice,
  type DecisionReason,
  type DesignationStatus,
} from '#app/schemas/enums.ts';
import { correctionsPath } from '#app/lib/urls/corrections-path.ts';
import { fillNotice, type EmailText } from '#app/lib/markup/fill-notice.ts';

export interface DecisionEmailFacts {
  readonly schoolName: string;
  readonly year: number;
  readonly status: DesignationStatus;
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  /** Formatted; null if there is no deadline. */
  readonly correctionsDue: string | null;
  readonly settings: { readonly appName: string; readonly appUrl: string; readonly contactEmail: string };
}

/** Texts of the emails about decisions, with unfilled merge fields; null if an email is turned off. */
export type DecisionTexts = Readonly<Record<DecisionNotice, EmailText | null>>;

/**
 * Returns the standard email about a decision, for preview and sending, without student data (decisions,
 * section 8). Null if the school isn't notified of this status or the email is turned off.
 */
export function standardDecisionEmail(facts: DecisionEmailFacts, texts: DecisionTexts): EmailText | null {
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

/** Returns the greeting of an email to school staff. */
export function emailGreeting(name: string): string {
  return `Hello ${name},`;
}

interface EmailEnding {
  /** The designation's page. */
  readonly link: string;
  /** The step to correct; null unless the designation is returned. */
  readonly corrections: string | null;
  readonly contactEmail: string;
  readonly appName: string;
}

/** Returns the end of an email about a designation. */
export function emailEnding({ link, corrections, contactEmail, appName }: EmailEnding): string {
  return [
    ...(corrections === null ? [] : [`Make corrections:\n${corrections}`]),
    `View the designation:\n${link}`,
    `Questions? Email ${contactEmail}.\n${appName}`,
  ].join('\n\n');
}

/** Returns the URL of the step that the reasons of a return are about; null in any other status. */
export function correctionsLink(
  { appUrl }: { readonly appUrl: string },
  {
    status,
    reasons,
    highSchool,
    academicYear,
  }: Pick<DecisionEmailFacts, 'status' | 'reasons'> &
    Readonly<Record<'highSchool' | 'academicYear', { id: string }>>,
): string | null {
  if (status !== 'RETURNED') return null;
  return `${appUrl}${correctionsPath(reasons, { highSchoolId: highSchool.id, academicYearId: academicYear.id })}`;
}
