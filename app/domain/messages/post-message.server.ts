import { randomUUID } from 'node:crypto';
import { MESSAGE_REPEAT_MINUTES, MESSAGES_AN_HOUR } from '#app/config/constants.ts';
import { limitRate } from '#app/domain/auth/rate-limits.server.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { MESSAGE_MESSAGES } from '#app/messages/message-labels.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorizeForSomeSchool, authorizeToSee } from '#app/policy/authorize.ts';
import type { MessageResponse } from '#app/schemas/designation-message.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type DesignationMessage, DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { notifyOtherSide } from './message-notice.server.ts';
import { sideOf } from './message-side.ts';
import { messageResponse } from './read-messages.server.ts';

/**
 * Adds a message to a designation's thread, records an event without its text, and emails the other side. The
 * designation's version stays the same. Posting the same text twice in a row returns the first message.
 *
 * @throws {NotFound} when the actor may not see the designation
 * @throws {RateLimited} after thirty messages in an hour
 */
export async function postMessage(
  ctx: Ctx,
  { designationId, text }: { readonly designationId: string; readonly text: string },
): Promise<{ readonly message: MessageResponse; readonly created: boolean }> {
  authorizeForSomeSchool(ctx.actor, 'designation.message');
  return inTransaction(ctx, async (opened) => {
    const locked = await lockRow(opened, DesignationEntity, { id: designationId });
    const highSchoolId = locked?.highSchool.id ?? '';
    const tx = await reloadActor(opened, (actor) =>
      authorizeToSee(actor, 'designation.message', { highSchoolId }),
    );
    if (locked === null) throw new NotFound();
    const designation = await tx.em.populate(locked, ['highSchool', 'academicYear']);
    const side = sideOf(tx.actor, highSchoolId);
    const newest = await tx.em.findOne(
      DesignationMessageEntity,
      { designation: designationId },
      { orderBy: { number: 'desc' }, populate: ['author'] },
    );
    if (newest !== null && isRepeat(tx, newest, text)) {
      return { message: messageResponse(newest), created: false };
    }
    await limitMessages(tx);
    const number = (newest?.number ?? 0) + 1;
    const author = actorId(tx.actor);
    const added = { id: randomUUID(), designation: designationId, number, side, author, text };
    tx.em.create(DesignationMessageEntity, { ...added, createdAt: tx.now() });
    recordEvent(tx, 'designation.messageSent', ['DESIGNATION', designationId], { side });
    await tx.em.flush();
    await notifyOtherSide(tx, { ...designation, side });
    const message = await tx.em.findOneOrFail(DesignationMessageEntity, added.id, { populate: ['author'] });
    return { message: messageResponse(message), created: true };
  });
}

/** Returns whether the text is the newest message again, as when a form is sent twice. */
function isRepeat(tx: Ctx, newest: DesignationMessage, text: string): boolean {
  const { author, createdAt } = newest;
  const age = tx.now().getTime() - createdAt.getTime();
  const isOwn = (author?.id ?? null) === actorId(tx.actor);
  return isOwn && newest.text === text && age < MESSAGE_REPEAT_MINUTES * 60_000;
}

/** Counts a message in the caller's transaction, so that a failed one doesn't count. */
async function limitMessages(tx: Ctx): Promise<void> {
  const authorId = actorId(tx.actor);
  if (authorId === null) return;
  await limitRate(tx, {
    ...{ name: 'messages', subject: authorId, windowMinutes: 60, max: MESSAGES_AN_HOUR },
    message: (seconds) => MESSAGE_MESSAGES.tooMany(MESSAGES_AN_HOUR, Math.ceil(seconds / 60)),
  });
}
