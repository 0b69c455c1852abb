import type { Ctx } from '#app/domain/ctx.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { findLastPurge } from '#app/domain/retention/purged-notes.server.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type DecisionDraft, DecisionDraftSchema } from '#app/schemas/designation-review.ts';
import type { BulkUndo, Undoable } from '#app/schemas/designation-undo.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { EventEntity } from '#db/entities/event.ts';
import { type UndoableDecision, UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';
import type { FilterQuery, Loaded } from '@mikro-orm/postgresql';
import { z } from 'zod';

const NAMED = ['designation.highSchool', 'designation.academicYear', 'decidedBy'] as const;
type NamedDecision = Loaded<UndoableDecision, (typeof NAMED)[number]>;

/**
 * Returns the decision that a page offers to undo: the last one about its designation, whoever made it, or else the
 * reviewer's own last single decision. Null if there is none. For administrators.
 */
export async function findUndoable(ctx: Ctx, designationId: string | null): Promise<Undoable | null> {
  authorize(ctx.actor, 'designation.decideMany');
  const [own] =
    designationId === null ? [] : await readUndoable(ctx, { designation: designationId }, { limit: 1 });
  if (own !== undefined) return own;
  const decidedBy = actorId(ctx.actor);
  if (decidedBy === null) return null;
  const [last] = await readUndoable(ctx, { decidedBy, isBulk: false }, { limit: 1 });
  return last ?? null;
}

/**
 * Returns the decisions about these designations that can be undone; without ids, all that the actor made. For
 * administrators.
 */
export async function listUndoable(ctx: Ctx, ids: readonly string[] | null): Promise<Undoable[]> {
  authorize(ctx.actor, 'designation.decideMany');
  return readUndoable(
    ctx,
    ids === null ? { decidedBy: actorId(ctx.actor) } : { designation: { $in: [...ids] } },
  );
}

/**
 * Returns what the result of a bulk decision offers to undo; null if nothing. Includes what an interrupted request of the
 * same decision made. For administrators.
 */
export async function findBulkUndo(
  ctx: Ctx,
  { ids, status }: { readonly ids: readonly string[]; readonly status: DesignationStatus },
): Promise<BulkUndo | null> {
  authorize(ctx.actor, 'designation.decideMany');
  const own = { decidedBy: actorId(ctx.actor), isBulk: true };
  const decisions = await readUndoable(ctx, { ...own, designation: { id: { $in: [...ids] }, status } });
  if (decisions.length === 0) return null;
  return {
    designations: decisions.map(versionTokenOf),
    secondsLeft: Math.min(...decisions.map(({ secondsLeft }) => secondsLeft)),
    emails: decisions.reduce((sum, { emails }) => sum + emails, 0),
  };
}

const UNDONE_KINDS = { 'designation.returned': 'return', 'designation.rejected': 'reject' } as const;
const DecidedSchema = z.object({ reasons: DecisionDraftSchema.shape.reasons, note: z.string() });

/**
 * Returns what the reviewer's return or rejection said, if undoing it was the designation's last change, so that the
 * text can be corrected instead of written again. Null after a purge, which hides the text. For administrators.
 */
export async function findUndoneDecision(ctx: Ctx, designationId: string): Promise<DecisionDraft | null> {
  authorize(ctx.actor, 'designation.decideMany');
  const [undo, decision] = await ctx.em.find(
    EventEntity,
    { subjectType: 'DESIGNATION', subjectId: designationId, kind: { $ne: 'designation.messageSent' } },
    { orderBy: { at: 'desc', id: 'desc' }, limit: 2, disableIdentityMap: true },
  );
  const isOwn = undo?.kind === 'designation.decisionUndone' && undo.actor?.id === actorId(ctx.actor);
  if (!isOwn) return null;
  const kind = UNDONE_KINDS[decision?.kind as keyof typeof UNDONE_KINDS] as DecisionDraft['kind'] | undefined;
  const decided = DecidedSchema.safeParse(decision?.changes['decision']);
  if (kind === undefined || !decided.success) return null;
  const purgedAt = await findLastPurge(ctx, designationId);
  return purgedAt === null || undo.at > purgedAt ? { kind, ...decided.data } : null;
}

async function readUndoable(
  ctx: Ctx,
  where: FilterQuery<UndoableDecision>,
  { limit }: { readonly limit?: number } = {},
): Promise<Undoable[]> {
  const now = ctx.now();
  const decisions = await ctx.em.find(
    UndoableDecisionEntity,
    { $and: [where, { undoUntil: { $gt: now } }] },
    {
      populate: NAMED,
      exclude: ['previousContents', 'previousNote'],
      orderBy: { undoUntil: 'desc', designation: 'asc' },
      disableIdentityMap: true,
      ...(limit === undefined ? {} : { limit }),
    },
  );
  const me = actorId(ctx.actor);
  return decisions
    .filter(({ version, designation }) => version === designation.version)
    .map((decision) => undoableOf(decision as NamedDecision, now, me));
}

function undoableOf(
  { designation, decidedBy, undoUntil, mailIds }: NamedDecision,
  now: Date,
  me: string | null,
): Undoable {
  const { id, version, status, highSchool, academicYear } = designation;
  return {
    ...{ id, version, status, name: highSchool.name, year: academicYear.year },
    by: decidedBy ? fullName(decidedBy) : null,
    isOwn: me !== null && decidedBy?.id === me,
    secondsLeft: Math.ceil((undoUntil.getTime() - now.getTime()) / 1000),
    emails: mailIds.length,
  };
}
