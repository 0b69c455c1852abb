import { BULK_REQUEST_SECONDS, NAMED_MAX } from '#app/config/constants.ts';
import { recheckPermission, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { CannotUndo, undoLastDecision } from './undo-decision.server.ts';
import { restartUndoTime } from './undoable-decisions.server.ts';
import { NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ExpectedDesignation, NamedDesignation } from '#app/schemas/designation-bulk.ts';
import { UNDO_REFUSALS, type UndoOutcome, type UndoRefusal } from '#app/schemas/designation-undo.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { withinLimits } from '#db/work-limits.server.ts';

export interface UndoOfMany {
  /** The designations at the versions that the decisions made. */
  readonly designations: readonly ExpectedDesignation[];
  /** Called for each changed designation after the commit. */
  readonly onUndone?: (designation: ExpectedDesignation) => void;
}

/**
 * Undoes the last decision about each designation in its own transaction, ordered by id to avoid deadlocks, without its
 * time running out meanwhile. Returns those skipped and those for which `BULK_REQUEST_SECONDS` left no time.
 * @throws {Forbidden} when the actor isn't an administrator, or no longer one at the end
 */
export async function undoDecisions(ctx: Ctx, request: UndoOfMany): Promise<UndoOutcome> {
  authorize(ctx.actor, 'designation.decideMany');
  return withinLimits('bulkDecision', () => undoInTime(ctx, request));
}

async function undoInTime(ctx: Ctx, { designations, onUndone }: UndoOfMany): Promise<UndoOutcome> {
  const all = [...new Map(designations.map((designation) => [designation.id, designation])).values()].sort(
    (one, other) => (one.id < other.id ? -1 : 1),
  );
  await inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'designation.decideMany');
    const versions = new Map(all.map(({ id, version }) => [id, version]));
    await restartUndoTime(tx, { designation: { $in: [...versions.keys()] } }, versions);
  });
  const end = ctx.now().getTime() + BULK_REQUEST_SECONDS * 1000;
  const undone = new Set<string>();
  const refused = new Map<string, UndoRefusal>();
  let taken = 0;
  for (; taken < all.length && ctx.now().getTime() < end; taken += 1) {
    const designation = all[taken];
    if (designation === undefined) break;
    const refusal = await undoOne(ctx, designation);
    if (refusal === null) {
      undone.add(designation.id);
      onUndone?.(designation);
    } else refused.set(designation.id, refusal);
  }
  const named = await inTransaction(ctx, async (opened) => {
    await recheckPermission(opened, 'designation.decideMany');
    return namesOf(opened, [...undone, ...refused.keys()]);
  });
  return {
    undone: named.filter(({ id }) => undone.has(id)),
    skipped: UNDO_REFUSALS.flatMap((reason) => {
      const found = named.filter(({ id }) => refused.get(id) === reason);
      return found.length === 0 ? [] : { reason, count: found.length, named: found.slice(0, NAMED_MAX) };
    }),
    rest: all.slice(taken).map(versionTokenOf),
  };
}

/**
 * Returns null when the decision was undone.
 * @throws {Forbidden} when the actor is no longer an administrator
 */
async function undoOne(ctx: Ctx, { id, version }: ExpectedDesignation): Promise<UndoRefusal | null> {
  try {
    await inTransaction(ctx, (opened) => undoLastDecision(opened, { id, ifMatch: version }));
    return null;
  } catch (error) {
    const isChanged = error instanceof VersionConflict || error instanceof NotFound;
    if (!isChanged && !(error instanceof CannotUndo)) throw error;
    await inTransaction(ctx, (opened) => reloadActor(opened, 'designation.decideMany'));
    return isChanged ? 'CHANGED' : error.reason;
  }
}

async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<NamedDesignation[]> {
  const named = await ctx.em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    { fields: ['highSchool.name', 'academicYear.year'], disableIdentityMap: true },
  );
  return named
    .map(({ id, highSchool, academicYear }) => ({ id, name: highSchool.name, year: academicYear.year }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
