import type { FilterQuery } from '@mikro-orm/postgresql';
import { DECISION_UNDO_SECONDS } from '#app/config/constants.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { DesignationForChange } from './designation-for-change.server.ts';
import type { ReturnedContents } from './returned-contents.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import { actorId } from '#app/policy/actor.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { type UndoableDecision, UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';

/** Returns until when a decision made now can be undone. Its emails wait until then. */
export function undoDeadline({ now }: Pick<Ctx, 'now'>): Date {
  return new Date(now().getTime() + DECISION_UNDO_SECONDS * 1000);
}

interface NewDecision {
  readonly decided: DesignationResponse;
  /** The contents of the last return before the decision; null if none were stored. */
  readonly returned: ReturnedContents | null;
  /** The decision's emails. */
  readonly mailIds: readonly string[];
  readonly isBulk: boolean;
}

/** Stores what a decision replaces, so that it can be undone. Cancels the waiting emails of the decision before. */
export async function storeUndoableDecision(
  ctx: AuthorizedCtx,
  known: DesignationForChange,
  { decided, returned, mailIds, isBulk }: NewDecision,
): Promise<void> {
  const { id, status, reasons, note } = known.designation;
  const replacedMailIds = await discardUndoableDecision(ctx, known);
  await ctx.em.insert(UndoableDecisionEntity, {
    designation: id,
    version: decided.version,
    decidedBy: actorId(ctx.actor),
    isBulk,
    undoUntil: undoDeadline(ctx),
    previousStatus: status,
    previousReasons: [...reasons],
    previousNote: note,
    previousReturnedAt: returned === null ? null : new Date(returned.returnedAt),
    previousContents: returned?.contents ?? null,
    mailIds: [...mailIds],
    replacedMailIds,
  });
}

/**
 * Ends the undo of a locked designation's last decision, because its status changes again. Cancels the decision's
 * waiting emails and returns their ids.
 */
export async function discardUndoableDecision(
  ctx: AuthorizedCtx,
  { designation, hasUndoableDecision }: DesignationForChange,
): Promise<string[]> {
  if (!hasUndoableDecision) return [];
  const found = await takeUndoableDecision(ctx, designation.id);
  if (found === null) return [];
  await cancelWaiting(ctx, found.mailIds, DELIVERY_MESSAGES.statusChanged);
  return found.mailIds;
}

/** Removes and returns what a locked designation's last decision replaced; null if it isn't stored. */
export async function takeUndoableDecision(
  ctx: AuthorizedCtx,
  designationId: string,
): Promise<UndoableDecision | null> {
  const where = { designation: designationId };
  const found = await ctx.em.findOne(UndoableDecisionEntity, where, { disableIdentityMap: true });
  if (found !== null) await ctx.em.nativeDelete(UndoableDecisionEntity, where);
  return found;
}

/**
 * Cancels the emails of a decision that is undone, and sends those that the decision had canceled. Returns false if
 * an email of the decision has left or is about to: workers lock the emails that they take.
 */
export async function cancelDecisionEmails(
  ctx: AuthorizedCtx,
  { mailIds, replacedMailIds }: Pick<UndoableDecision, 'mailIds' | 'replacedMailIds'>,
): Promise<boolean> {
  if ((await cancelWaiting(ctx, mailIds, DELIVERY_MESSAGES.decisionUndone)) < mailIds.length) return false;
  if (replacedMailIds.length > 0) {
    await ctx.em.nativeUpdate(
      OutboxMailEntity,
      { id: { $in: replacedMailIds }, state: 'CANCELLED', response: DELIVERY_MESSAGES.statusChanged },
      { state: 'QUEUED', response: null },
    );
    ctx.mailer.wakeOutbox();
  }
  return true;
}

/**
 * Restarts the undo time of those of these decisions whose time isn't over. Their emails wait as long. Without this, it
 * would end for the first of many decisions while the last ones are made, or undone.
 * @param expected the versions that the decisions made, by designation; null for any
 */
export async function restartUndoTime(
  ctx: AuthorizedCtx,
  where: FilterQuery<UndoableDecision>,
  expected: ReadonlyMap<string, number> | null = null,
): Promise<void> {
  const { em, now } = ctx;
  const found = await em.find(
    UndoableDecisionEntity,
    { $and: [where, { undoUntil: { $gt: now() } }] },
    { fields: ['version', 'mailIds'], disableIdentityMap: true },
  );
  const open = found.filter(
    ({ designation, version }) => expected === null || expected.get(designation.id) === version,
  );
  if (open.length === 0) return;
  const undoUntil = undoDeadline(ctx);
  await em.nativeUpdate(
    UndoableDecisionEntity,
    { designation: { $in: open.map(({ designation }) => designation.id) } },
    { undoUntil },
  );
  await em.nativeUpdate(
    OutboxMailEntity,
    { id: { $in: open.flatMap(({ mailIds }) => mailIds) }, state: 'QUEUED', nextAttemptAt: { $gt: now() } },
    { nextAttemptAt: undoUntil },
  );
}

/** Deletes what can't be undone anymore, including students' data. Returns how many decisions. */
export async function deleteExpiredUndoableDecisions(ctx: Pick<Ctx, 'em' | 'now'>): Promise<number> {
  return ctx.em.nativeDelete(UndoableDecisionEntity, { undoUntil: { $lte: ctx.now() } });
}

async function cancelWaiting(
  { em }: AuthorizedCtx,
  ids: readonly string[],
  response: string,
): Promise<number> {
  if (ids.length === 0) return 0;
  return em.nativeUpdate(
    OutboxMailEntity,
    { id: { $in: [...ids] }, state: 'QUEUED' },
    { state: 'CANCELLED', response },
  );
}
