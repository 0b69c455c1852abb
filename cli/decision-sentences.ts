import { NAMED_MAX } from '#app/config/constants.ts';
import { grouped } from '#app/lib/text/counted.ts';
import {
  formatIncomplete,
  mailSentence,
  formatMatched,
  namesSentence,
  SKIPPED_LABELS,
  formatSkipped,
  willSentence,
} from '#app/lib/messages/decision-labels.ts';
import type { DecisionPlan, Skipped } from '#app/schemas/designation-bulk.ts';

/** Describes what a bulk decision would do. Names the first designations, because the confirmation shows no list. */
export function planSentences(
  { status, designations, incomplete, matched, skipped, mails }: DecisionPlan,
  { withoutMail }: { readonly withoutMail: boolean },
): string[] {
  const count = designations.length;
  if (count === 0) {
    return [
      willSentence(status, count),
      ...skippedLines(skipped),
      'Only pending designations can be approved, returned, or rejected here.',
    ];
  }
  return [
    willSentence(status, count),
    `  ${namesSentence({ named: designations.slice(0, NAMED_MAX), count })}`,
    ...(incomplete.count === 0
      ? []
      : [`${formatIncomplete(incomplete.count, count)} ${namesSentence(incomplete)}`]),
    ...(matched.count === 0 ? [] : [`${formatMatched(matched.count, count)} ${namesSentence(matched)}`]),
    ...skippedLines(skipped),
    withoutMail ? 'No emails will be sent: --no-mail.' : mailSentence(mails),
  ];
}

/** Lists skipped designations by reason, with the first names of each. */
export function skippedLines(skipped: readonly Skipped[]): string[] {
  if (skipped.length === 0) return [];
  return [
    formatSkipped(skipped.reduce((sum, { count }) => sum + count, 0)),
    ...skipped.map((one) => `  ${grouped(one.count)} ${SKIPPED_LABELS[one.reason]}: ${namesSentence(one)}`),
  ];
}
