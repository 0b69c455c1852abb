import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import {
  changeDesignation,
  type DesignationChangeRequest,
} from '#app/domain/designations/change-designation.server.ts';
import { stayingOf, WAITING } from '#app/domain/designations/staying-designations.server.ts';
import { NotFound, Stale } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { BulkStatus, DecisionOutcome, SeenDesignation } from '#app/schemas/designation-bulk.ts';
import type { DecisionReason } from '#app/schemas/enums.ts';

export interface DecisionOnMany {
  readonly status: BulkStatus;
  /** The designations as they were shown. */
  readonly designations: readonly SeenDesignation[];
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  readonly notify: boolean;
}

const CHECKED_AT_A_TIME = 100;

/**
 * Gives many designations a status, one after the other, each by the verb and in a transaction of its own, with the effects of a
 * single decision (`decideDesignation`). Those that are not PENDING, or were changed since they were shown, are left
 * alone and named. What is done stays done when it is cut off; the same again goes on with the rest. In the order of the
 * ids, so that two at once do not wait for each other in turn.
 */
export async function decideDesignations(ctx: Ctx, decision: DecisionOnMany): Promise<DecisionOutcome> {
  authorize(ctx.actor, 'designation.decideMany');
  const seen = new Map(decision.designations.map(({ id, version }) => [id, version]));
  const ids = [...seen.keys()].sort();
  const left: string[] = [];
  for (let from = 0; from < ids.length; from += CHECKED_AT_A_TIME) {
    const some = ids.slice(from, from + CHECKED_AT_A_TIME);
    const waiting = await waitingVersions(ctx, some);
    for (const id of some) {
      const version = seen.get(id) ?? null;
      const isDone =
        waiting.get(id) === version && (await decideOne(ctx, decision, { id, ifMatch: version }));
      if (!isDone) left.push(id);
    }
  }
  return { status: decision.status, changed: ids.length - left.length, staying: await stayingOf(ctx, left) };
}

/** False where somebody else was faster since the check. */
async function decideOne(
  ctx: Ctx,
  { status, reasons, note, notify }: DecisionOnMany,
  seen: Pick<DesignationChangeRequest, 'id' | 'ifMatch'>,
): Promise<boolean> {
  const patch = { status, reasons: [...reasons], note, notify };
  try {
    await inTransaction(ctx, (tx) => changeDesignation(tx, { ...seen, patch }));
    return true;
  } catch (error) {
    if (error instanceof Stale || error instanceof NotFound) return false;
    throw error;
  }
}

async function waitingVersions(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.em.execute<SeenDesignation[]>(
    'select d.id, d.version from designation d where d.status = ? and d.id in (?)',
    [WAITING, ids],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}
