import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { joinSkipped } from '#app/domain/designations/skipped-designations.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { DECISION_TEXTS } from '#app/lib/messages/decision-labels.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type {
  BulkDecision,
  DecisionPlan,
  ExpectedDesignation,
  Skipped,
} from '#app/schemas/designation-bulk.ts';
import type { CommandContext } from './command-context.ts';
import { startProgress } from '#cli/terminal/progress.ts';

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
  { status, reasons, note, withoutMail }: BulkDecision,
): Promise<DecidedPlan> {
  const changed = new Set<string>();
  const { verb, done } = DECISION_TEXTS[status];
  const progress = startProgress(context, { what: verb, total: plan.designations.length });
  const decision = {
    ...{ status, reasons, note: note || null, notify: !withoutMail },
    onChanged: ({ id }: ExpectedDesignation) => {
      changed.add(id);
      progress.advance(1);
      context.signal.throwIfAborted();
    },
  };
  return context.endingCleanly(async () => {
    let skipped: readonly Skipped[] = plan.skipped;
    let waiting: readonly ExpectedDesignation[] = plan.designations;
    try {
      while (waiting.length > 0) {
        const outcome = await decideDesignations(ctx, { ...decision, designations: waiting });
        skipped = joinSkipped(skipped, outcome.skipped);
        const rest = new Set(outcome.rest);
        waiting = waiting.filter((one) => rest.has(versionTokenOf(one)));
      }
    } catch (error) {
      progress.done();
      const before = `${counted(changed.size, 'designation was', 'designations were')} ${done} before this`;
      context.say(`${before}. Run the same command again for the others.`);
      throw error;
    } finally {
      progress.done();
    }
    return { changed: plan.designations.filter(({ id }) => changed.has(id)), skipped };
  });
}
