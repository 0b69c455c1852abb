import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { joinSkipped } from '#app/domain/designations/skipped-designations.server.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import {
  DECISION_TEXTS,
  formatIncomplete,
  formatMatched,
  formatSkipped,
  emailSentence,
  namesSentence,
  SKIPPED_LABELS,
  previewSentence,
} from '#app/messages/decision-labels.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type {
  BulkDecision,
  DecisionPlan,
  ExpectedDesignation,
  Skipped,
} from '#app/schemas/designation-bulk.ts';
import type { CommandContext } from './command-context.ts';
import { startProgress } from '#cli/terminal/progress.ts';
import { NAMED_MAX } from '#app/config/constants.ts';

export interface DecidedPlan {
  /** In the plan's order. */
  readonly changed: readonly ExpectedDesignation[];
  /** Skipped by the plan, or changed by someone else in the meantime. */
  readonly skipped: readonly Skipped[];
}

/** Applies a plan's decisions in batches. If it fails or is interrupted, reports the ones already made. */
export function decidePlanned(
  context: CommandContext,
  ctx: Ctx,
  plan: DecisionPlan,
  { status, reasons, note, withoutEmail }: BulkDecision,
): Promise<DecidedPlan> {
  const changed = new Set<string>();
  const { doing, done } = DECISION_TEXTS[status];
  const progress = startProgress(context, { what: `${doing} designations`, total: plan.designations.length });
  const decision = {
    ...{ status, reasons, note: note || null, notify: !withoutEmail },
    onChanged: ({ id }: ExpectedDesignation) => {
      changed.add(id);
      progress.advance(1);
      context.signal.throwIfAborted();
    },
  };
  return context.withCleanup(async () => {
    let skipped: readonly Skipped[] = plan.skipped;
    let waiting: readonly ExpectedDesignation[] = plan.designations;
    try {
      while (waiting.length > 0) {
        const outcome = await decideDesignations(ctx, {
          ...decision,
          designations: waiting,
          earlier: [...changed],
        });
        skipped = joinSkipped(skipped, outcome.skipped);
        const rest = new Set(outcome.rest);
        waiting = waiting.filter((one) => rest.has(versionTokenOf(one)));
      }
    } catch (error) {
      progress.done();
      const before = `${counted(changed.size, 'designation was', 'designations were')} ${done} before the command stopped`;
      context.say(`${before}. Run the same command again for the others.`);
      throw error;
    } finally {
      progress.done();
    }
    return { changed: plan.designations.filter(({ id }) => changed.has(id)), skipped };
  });
}

/** Describes what a bulk decision would do. Names the first designations, because the confirmation shows no list. */
export function planSentences(
  { status, designations, incomplete, matched, skipped, emails }: DecisionPlan,
  { withoutEmail }: { readonly withoutEmail: boolean },
): string[] {
  const count = designations.length;
  if (count === 0) {
    return [
      previewSentence(status, count),
      ...skippedLines(skipped),
      'Only pending designations can be approved, returned, or rejected on the command line.',
    ];
  }
  return [
    previewSentence(status, count),
    `  ${namesSentence({ named: designations.slice(0, NAMED_MAX), count })}`,
    ...(incomplete.count === 0
      ? []
      : [`${formatIncomplete(incomplete.count, count)} ${namesSentence(incomplete)}`]),
    ...(matched.count === 0 ? [] : [`${formatMatched(matched.count, count)} ${namesSentence(matched)}`]),
    ...skippedLines(skipped),
    withoutEmail ? 'No emails will be sent (--no-email).' : emailSentence(emails),
  ];
}

/** Lists skipped designations by reason, with the first names of each. */
export function skippedLines(skipped: readonly Skipped[]): string[] {
  if (skipped.length === 0) return [];
  return [
    formatSkipped(skipped.reduce((sum, { count }) => sum + count, 0)),
    ...skipped.map(
      (one) => `  ${formatNumber(one.count)} ${SKIPPED_LABELS[one.reason]}: ${namesSentence(one)}`,
    ),
  ];
}
