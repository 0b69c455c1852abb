import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { NOTE_MESSAGES } from '#app/messages/note-messages.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { SnoozeResponse } from '#app/schemas/school-snooze.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { SchoolSnoozeEntity } from '#db/entities/school-snooze.ts';

/**
 * Puts a school at the end of the outstanding schools until a day, instead of an earlier choice. It's still counted and
 * still receives reminders. Only administrators see it, also in the history. Does nothing if it's snoozed until then.
 * @throws {NotFound} when the school doesn't exist
 * @throws {Invalid} on ['until'] when the day isn't after today
 */
export async function snoozeSchool(
  ctx: Ctx,
  { highSchoolId, until }: SnoozeResponse,
): Promise<SnoozeResponse> {
  authorize(ctx.actor, 'note.manage');
  return inTransaction(ctx, async (opened) => {
    const school = await lockRow(opened, HighSchoolEntity, { id: highSchoolId });
    const tx = await reloadActor(opened, 'note.manage');
    if (school === null) throw new NotFound();
    if (until <= zonedDay(tx.now(), tx.settings.timeZone)) {
      throw new Invalid([{ path: ['until'], message: NOTE_MESSAGES.snoozeInPast }]);
    }
    const createdAt = tx.now();
    const present = await tx.em.findOne(SchoolSnoozeEntity, { highSchool: highSchoolId });
    if (present?.until === until && (await findSnooze(tx, highSchoolId)) === until) {
      return { highSchoolId, until };
    }
    if (present === null) tx.em.create(SchoolSnoozeEntity, { highSchool: highSchoolId, until, createdAt });
    else tx.em.assign(present, { until, createdAt });
    const changes = { snoozedUntil: until };
    recordEvent(tx, 'highSchool.snoozed', ['HIGH_SCHOOL', highSchoolId], changes);
    return { highSchoolId, until };
  });
}

/**
 * Ends a school's snooze, so that the school is back in its position in the list.
 * @throws {NotFound} when the school doesn't exist or isn't snoozed
 */
export async function endSnooze(ctx: Ctx, highSchoolId: string): Promise<void> {
  authorize(ctx.actor, 'note.manage');
  await inTransaction(ctx, async (opened) => {
    await lockRow(opened, HighSchoolEntity, { id: highSchoolId });
    const tx = await reloadActor(opened, 'note.manage');
    const snooze = await tx.em.findOne(SchoolSnoozeEntity, { highSchool: highSchoolId });
    const today = zonedDay(tx.now(), tx.settings.timeZone);
    if (snooze === null || snooze.until <= today) throw new NotFound();
    tx.em.remove(snooze);
    const changes = { snoozedUntil: null };
    recordEvent(tx, 'highSchool.snoozeEnded', ['HIGH_SCHOOL', highSchoolId], changes);
  });
}

/**
 * Returns the day a school's snooze ends, YYYY-MM-DD; null if it isn't snoozed or has submitted since.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function findSnooze(ctx: Ctx, highSchoolId: string): Promise<string | null> {
  authorize(ctx.actor, 'note.manage');
  const snooze = await ctx.em.findOne(
    SchoolSnoozeEntity,
    { highSchool: highSchoolId, until: { $gt: zonedDay(ctx.now(), ctx.settings.timeZone) } },
    { disableIdentityMap: true },
  );
  if (snooze === null) return null;
  const designation = await ctx.em.findOne(
    DesignationEntity,
    { highSchool: highSchoolId, academicYear: { status: 'ACTIVE' } },
    { fields: ['id'], disableIdentityMap: true },
  );
  const submissions =
    designation === null
      ? 0
      : await ctx.em.count(EventEntity, {
          ...{ subjectType: 'DESIGNATION', subjectId: designation.id, kind: 'designation.submitted' },
          at: { $gt: snooze.createdAt },
        });
  return submissions === 0 ? snooze.until : null;
}
