import { describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findLastChange } from '#app/domain/designations/designation-for-change.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import {
  countUnread,
  listMessages,
  listUnread,
  openMessages,
} from '#app/domain/messages/read-messages.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { deleteUser } from '#app/domain/users/change-user.server.ts';
import { NotFound, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, SYSTEM } from '#app/policy/actor.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given), { per: 'each test' });

const clock = createTestClock();
const MINUTE = 60_000;
const as = (actor: Actor): Ctx => makeCtx({ orm, actor, now: clock.now });
const post = (actor: Actor, designationId: string, text: string) =>
  postMessage(as(actor), { designationId, text });
const open = (actor: Actor, designationId: string, before: number | null = null) =>
  openMessages(as(actor), { designationId, before });
const unread = async (actor: Actor) =>
  (await listUnread(as(actor))).map(({ designationId, unread: count }) => [designationId, count]);
const storedTexts = async () =>
  (await storedRows(orm, DesignationMessageEntity, ['text'], { orderBy: { number: 'asc' } })).map(
    ({ text }) => text,
  );

describe('messages about a designation', () => {
  it('go back and forth between the school and the office', async () => {
    const { id } = await scene.draft();
    await post(scene.counselor, id, 'Is the class size right?');
    await post(scene.admin, id, 'It is.\nThank you.');
    for (const reader of [scene.counselor, scene.admin]) {
      const { entries } = await open(reader, id);
      expect(entries.map(({ name, from, text }) => [name, from, text])).toEqual([
        [
          `${scene.counselor.firstName} ${scene.counselor.lastName}`,
          scene.school.name,
          'Is the class size right?',
        ],
        [`${scene.admin.firstName} ${scene.admin.lastName}`, 'Scholars office', 'It is.\nThank you.'],
      ]);
    }
    const { items } = await listMessages(as(scene.admin), { designationId: id });
    expect(items.map(({ side, author }) => [side, author?.id])).toEqual([
      ['OFFICE', scene.admin.id],
      ['SCHOOL', scene.counselor.id],
    ]);
  });

  it('count as the school for an administrator on its staff', async () => {
    const { id } = await scene.draft();
    const { actor } = await makeCounselor(orm, [scene.school.id]);
    const { message } = await post({ ...actor, flags: ['ADMIN'] }, id, 'Hello');
    expect(message.side).toBe('SCHOOL');
  });

  it('keep the name of an author whose account was deleted, and of one who left the school', async () => {
    const { id } = await scene.draft();
    const leaving = await makeCounselor(orm, [scene.school.id], { firstName: 'Lee' });
    const deleted = await makeCounselor(orm, [scene.school.id], { firstName: 'Dee' });
    await post(leaving.actor, id, 'One');
    await post(deleted.actor, id, 'Two');
    const ctx = as(scene.admin);
    await removeStaff(ctx, { highSchoolId: scene.school.id, userId: leaving.user.id });
    await deleteUser(ctx, { id: deleted.user.id, ifMatch: null });
    const { entries } = await open(scene.counselor, id);
    expect(entries.map(({ name }) => name?.split(' ')[0])).toEqual(['Lee', 'Dee']);
    expect(await refusalOf(post(leaving.actor, id, 'Three'))).toBeInstanceOf(NotFound);
    expect(await refusalOf(post(deleted.actor, id, 'Three'))).toBeInstanceOf(Unauthorized);
  });

  it('can be written about a designation of a closed year', async () => {
    const { id: academicYearId } = await makeYear(orm, { year: 2001, status: 'INACTIVE' });
    const { id } = await scene.draft({ academicYearId, status: 'APPROVED' });
    await post(scene.counselor, id, 'Who received the award?');
    expect(await storedTexts()).toEqual(['Who received the award?']);
  });

  it("look to other schools' staff like those of an unknown designation", async () => {
    const { id } = await scene.draft();
    await post(scene.admin, id, 'Only for you');
    for (const stranger of scene.strangers) {
      for (const attempt of [
        () => post(stranger, id, 'Hello'),
        () => open(stranger, id),
        () => listMessages(as(stranger), { designationId: id }),
        () => countUnread(as(stranger), { id, highSchoolId: scene.school.id }),
      ]) {
        expect(await refusalOf(attempt())).toBeInstanceOf(NotFound);
      }
      expect(await unread(stranger)).toEqual([]);
    }
    expect(await storedTexts()).toEqual(['Only for you']);
  });

  it('require signing in', async () => {
    const { id } = await scene.draft();
    for (const attempt of [
      () => post(ANONYMOUS, id, 'Hello'),
      () => open(ANONYMOUS, id),
      () => listMessages(as(ANONYMOUS), { designationId: id }),
      () => listUnread(as(ANONYMOUS)),
    ]) {
      expect(await refusalOf(attempt())).toBeInstanceOf(Unauthorized);
    }
    expect(await storedTexts()).toEqual([]);
  });

  it('are stored once if the form is sent twice, even at the same time', async () => {
    const { id } = await scene.draft();
    const sent = await Promise.all([post(scene.counselor, id, 'Hello'), post(scene.counselor, id, 'Hello')]);
    expect(sent.map(({ created }) => created).toSorted()).toEqual([false, true]);
    expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
    expect(await storedTexts()).toEqual(['Hello']);
  });

  it('may repeat a text that someone else wrote, after a reply, or later', async () => {
    const { id } = await scene.draft();
    const { actor: colleague } = await makeCounselor(orm, [scene.school.id]);
    await post(scene.counselor, id, 'Hello');
    await post(colleague, id, 'Hello');
    await post(scene.counselor, id, 'Hello');
    clock.advance(11 * MINUTE);
    await post(scene.counselor, id, 'Hello');
    expect(await storedTexts()).toEqual(['Hello', 'Hello', 'Hello', 'Hello']);
  });

  it('are limited to thirty per user and hour', async () => {
    const { id } = await scene.draft();
    for (let nth = 1; nth <= 30; nth += 1) await post(scene.counselor, id, `Message ${nth}`);
    expect(await refusalOf(post(scene.counselor, id, 'One more'))).toMatchObject({
      message: "You've sent 30 messages in the past hour. Try again in 60 minutes.",
    });
    expect(await refusalOf(post(scene.counselor, id, 'One more'))).toBeInstanceOf(RateLimited);
    await post(scene.admin, id, 'Please slow down.');
    clock.advance(60 * MINUTE);
    await post(scene.counselor, id, 'One more');
    expect(await storedTexts()).toHaveLength(32);
  });

  it('are shown fifty at a time', async () => {
    const { id } = await scene.draft();
    for (let nth = 1; nth <= 60; nth += 1) await post(SYSTEM, id, `Message ${nth}`);
    const newest = await open(scene.counselor, id);
    expect(newest.entries.map(({ text }) => text)).toEqual(
      Array.from({ length: 50 }, (_, index) => `Message ${index + 11}`),
    );
    expect(newest).toMatchObject({ olderThan: 11, isOlder: false });
    const older = await open(scene.counselor, id, newest.olderThan);
    expect(older.entries.map(({ text }) => text)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Message ${index + 1}`),
    );
    expect(older).toMatchObject({ olderThan: null, isOlder: true });
  });
});

describe("the reviewer's decisions", () => {
  it('appear among the messages with reasons and note, at their time', async () => {
    const made = await scene.draft({
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', status: 'PENDING', students: 1 },
    });
    await post(scene.counselor, made.id, 'We just submitted it.');
    clock.advance(MINUTE);
    await scene.patch(
      made.id,
      { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Please check the addresses.' },
      { actor: scene.admin, now: clock.now },
    );
    clock.advance(MINUTE);
    await post(scene.counselor, made.id, 'Which one?');
    const { entries } = await open(scene.counselor, made.id);
    expect(entries.map(({ from, decision, reasons, text }) => [from, decision, reasons, text])).toEqual([
      [scene.school.name, null, [], 'We just submitted it.'],
      ['Scholars office', 'Returned for correction', ['ADDRESS'], 'Please check the addresses.'],
      [scene.school.name, null, [], 'Which one?'],
    ]);
    expect(await storedTexts()).toEqual(['We just submitted it.', 'Which one?']);
  });

  it('appear without the note once the year was purged, and the history does so, too', async () => {
    const { id: academicYearId } = await makeYear(orm, { year: 2001, status: 'INACTIVE' });
    const made = await scene.draft({ academicYearId, status: 'PENDING', students: 1 });
    const decide = (status: 'RETURNED' | 'REJECTED', note: string) =>
      scene.patch(made.id, { status, reasons: ['ADDRESS'], note }, { actor: scene.admin, now: clock.now });
    await decide('RETURNED', 'Ann moved away.');
    clock.advance(MINUTE);
    await purgeStudentsOfYear(as(SYSTEM), academicYearId);
    clock.advance(MINUTE);
    const { entries } = await open(scene.counselor, made.id);
    expect(entries.map(({ reasons, text }) => [reasons, text])).toEqual([[['ADDRESS'], '']]);
    const history = () =>
      readTimeline(
        as(scene.admin),
        { type: 'DESIGNATION', id: made.id, highSchoolId: scene.school.id },
        null,
      );
    expect((await history()).entries[0]?.fields).toMatchObject({ reasons: { to: ['ADDRESS'] } });
    expect(JSON.stringify(await history())).not.toContain('Ann moved');
    const [stored] = await storedRows(orm, DesignationEntity, ['note'], {
      where: { id: made.id },
    });
    expect(stored).toEqual({ note: null });
    await decide('REJECTED', 'Later.');
    expect((await open(scene.counselor, made.id)).entries.at(-1)?.text).toBe('Later.');
    expect((await history()).entries[0]?.fields['note']).toEqual({ from: null, to: 'Later.' });
  });

  it("don't appear once undone, even if messages put the decision and its undo on two pages", async () => {
    const { id } = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA', status: 'PENDING' });
    await post(SYSTEM, id, 'Before');
    clock.advance(1000);
    await scene.patch(
      id,
      { status: 'RETURNED', reasons: ['ADDRESS'], note: 'By mistake.' },
      { actor: scene.admin, now: clock.now },
    );
    clock.advance(1000);
    for (let nth = 1; nth <= 50; nth += 1) await post(SYSTEM, id, `Message ${nth}`);
    clock.advance(1000);
    await undoDecision(as(scene.admin), { id, ifMatch: null });
    const newest = await open(scene.counselor, id);
    const older = await open(scene.counselor, id, newest.olderThan);
    expect(newest.entries).toHaveLength(50);
    expect(older.entries.map(({ text }) => text)).toEqual(['Before']);
  });

  it("don't appear without reasons and a note", async () => {
    const made = await scene.draft({ classSize: 20, criteria: 'CUMULATIVE_GPA', status: 'PENDING' });
    await scene.patch(made.id, { status: 'APPROVED' }, { actor: scene.admin });
    expect((await open(scene.counselor, made.id)).entries).toEqual([]);
  });
});

describe('the history of a designation', () => {
  it('has each message without its text', async () => {
    const { id, highSchoolId } = await scene.draft();
    await post(scene.counselor, id, 'A secret text');
    const { entries } = await readTimeline(as(scene.admin), { type: 'DESIGNATION', id, highSchoolId }, null);
    expect(entries).toMatchObject([{ kind: 'designation.messageSent', fields: {} }]);
    const events = await storedRows(orm, EventEntity, ['changes'], { where: { subjectId: id } });
    expect(events).toEqual([{ changes: { side: 'SCHOOL' } }]);
  });

  it("doesn't count a message as a change of the designation", async () => {
    const { id } = await scene.draft();
    await scene.patch(id, { classSize: 20 }, { now: clock.now });
    const columns = ['version', 'updatedAt'] as const;
    const before = await storedRows(orm, DesignationEntity, [...columns], { where: { id } });
    const changed = await findLastChange(as(scene.counselor), id);
    clock.advance(MINUTE);
    await post(scene.admin, id, 'Hello');
    expect(await storedRows(orm, DesignationEntity, [...columns], { where: { id } })).toEqual(before);
    expect(await findLastChange(as(scene.counselor), id)).toEqual(changed);
    expect(changed?.by?.id).toBe(scene.counselor.id);
    await scene.patch(id, { classSize: 21 }, { ifMatch: Number(before[0]?.version) });
  });
});
