import { BULK_REQUEST_SECONDS } from '#app/config/constants.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeDesignation } from './change-designation.server.ts';
import { restartUndoTime } from './undoable-decisions.server.ts';
import { skippedOf, DECIDABLE_STATUS } from './skipped-designations.server.ts';
import { NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type {
  BulkStatus,
  DecisionOutcome,
  NamedDesignation,
  ExpectedDesignation,
} from '#app/schemas/designation-bulk.ts';
import type { DecisionReason } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { withinLimits } from '#db/work-limits.server.ts';

export interface DecisionOnMany {
  readonly status: BulkStatus;
  /** The designations at the versions that were displayed. */
  readonly designations: readonly ExpectedDesignation[];
  readonly reasons: readonly DecisionReason[];
  readonly note: string | null;
  readonly notify: boolean;
  /** Decided by earlier parts of the same decision, to be undone together. */
  readonly earlier?: readonly string[];
  /** Called for each changed designation after the commit. */
  readonly onChanged?: (designation: ExpectedDesignation) => void;
}

/** Designations checked per statement; the time limit is checked after each batch. */
const BATCH_SIZE = 25;

/**
 * Decides each designation in its own transaction, ordered by id to avoid deadlocks. Returns those skipped
 * (not PENDING, or changed since) and those for which `BULK_REQUEST_SECONDS` left no time.
 * @throws {Forbidden} when the actor isn't an administrator, or no longer one at the end
 */
export async function decideDesignations(ctx: Ctx, decision: DecisionOnMany): Promise<DecisionOutcome> {
  authorize(ctx.actor, 'designation.decideMany');
  return withinLimits('bulkDecision', () => decideInTime(ctx, decision));
}

async function decideInTime(ctx: Ctx, decision: DecisionOnMany): Promise<DecisionOutcome> {
  const end = ctx.now().getTime() + BULK_REQUEST_SECONDS * 1000;
  const all = [
    ...new Map(decision.designations.map((designation) => [designation.id, designation])).values(),
  ].sort(byId);
  const left: string[] = [];
  const decided: NamedDesignation[] = [];
  let taken = 0;
  while (taken < all.length && ctx.now().getTime() < end) {
    const some = all.slice(taken, taken + BATCH_SIZE);
    const waiting = await findWaitingVersions(
      ctx,
      some.map(({ id }) => id),
    );
    for (const designation of some) {
      const found = waiting.get(designation.id);
      if (found?.version === designation.version && (await decideOne(ctx, decision, designation))) {
        decided.push({ id: found.id, name: found.name, year: found.year });
        decision.onChanged?.(designation);
      } else left.push(designation.id);
    }
    taken += some.length;
  }
  const skipped = await inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'designation.decideMany');
    const ids = [...(decision.earlier ?? []), ...decided.map(({ id }) => id)];
    await restartUndoTime(tx, { designation: { $in: ids }, decidedBy: actorId(tx.actor), isBulk: true });
    return skippedOf(tx, left);
  });
  return {
    status: decision.status,
    decided: decided.sort((one, other) => one.name.localeCompare(other.name, 'en')),
    skipped,
    rest: all.slice(taken).map(({ id, version }) => `${id}.${version}`),
  };
}

function byId(one: ExpectedDesignation, other: ExpectedDesignation): number {
  return one.id < other.id ? -1 : 1;
}

/**
 * Returns false if someone else changed the designation after the check.
 * @throws {Forbidden} when the actor is no longer an administrator
 */
async function decideOne(
  ctx: Ctx,
  { status, reasons, note, notify }: DecisionOnMany,
  { id, version }: ExpectedDesignation,
): Promise<boolean> {
  const patch = { status, reasons: [...reasons], note, notify };
  try {
    await inTransaction(ctx, (opened) =>
      changeDesignation(opened, { id, patch, ifMatch: version, isBulk: true }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof VersionConflict || error instanceof NotFound)) throw error;
    await inTransaction(ctx, (opened) => reloadActor(opened, 'designation.decideMany'));
    return false;
  }
}

async function findWaitingVersions(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, ExpectedDesignation & NamedDesignation>> {
  const waiting = await ctx.em.find(
    DesignationEntity,
    { id: { $in: [...ids] }, status: DECIDABLE_STATUS },
    { fields: ['version', 'highSchool.name', 'academicYear.year'], disableIdentityMap: true },
  );
  return new Map(
    waiting.map(({ id, version, highSchool, academicYear }) => [
      id,
      { id, version, name: highSchool.name, year: academicYear.year },
    ]),
  );
}
