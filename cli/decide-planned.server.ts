import type { Ctx } from '#app/domain/ctx.server.ts';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { joinStaying } from '#app/domain/designations/join-staying.ts';
import { counted } from '#app/lib/counted.ts';
import { DECISION_WORDS } from '#app/lib/decision-words.ts';
import { seenOf } from '#app/lib/seen-version.ts';
import type { BulkDecision, DecisionPlan, SeenDesignation, Staying } from '#app/schemas/designation-bulk.ts';
import type { Call } from './call.ts';

export interface DecidedPlan {
  /** In the plan's order. */
  readonly changed: readonly SeenDesignation[];
  /** Those of the plan that stay, and those that were changed by somebody meanwhile. */
  readonly staying: readonly Staying[];
}

/**
 * Decides on all of a plan, as the service takes them. Where it fails on the way, what was changed stays so and is told.
 */
export async function decidePlanned(
  call: Call,
  ctx: Ctx,
  plan: DecisionPlan,
  { status, reasons, note, withoutMail }: BulkDecision,
): Promise<DecidedPlan> {
  const changed = new Set<string>();
  const decision = { status, reasons, note: note || null, notify: !withoutMail };
  const onChanged = ({ id }: SeenDesignation) => changed.add(id);
  let staying: readonly Staying[] = plan.staying;
  let waiting: readonly SeenDesignation[] = plan.designations;
  try {
    while (waiting.length > 0) {
      const outcome = await decideDesignations(ctx, { ...decision, designations: waiting, onChanged });
      staying = joinStaying(staying, outcome.staying);
      const rest = new Set(outcome.rest);
      waiting = waiting.filter((one) => rest.has(seenOf(one)));
    }
  } catch (error) {
    const done = counted(changed.size, 'designation was', 'designations were');
    call.say(`${done} ${DECISION_WORDS[status].done} before this; the same command goes on with the others.`);
    throw error;
  }
  return { changed: plan.designations.filter(({ id }) => changed.has(id)), staying };
}
