import { describe, expect, it } from 'vitest';
import { findUndoable } from '#app/domain/designations/find-undoable.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { deleteExpiredUndoableDecisions } from '#app/domain/designations/undoable-decisions.server.ts';
import { openMessages } from '#app/domain/messages/read-messages.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { Forbidden, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import type { Actor } from '#app/policy/actor.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReturnedContentsEntity } from '#db/entities/returned-contents.ts';
import { UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';
import type { Orm } from '#db/orm.server.ts';
import { studentInput } from '#tests/factories/designation-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import type { TestClock } from '#tests/support/clock.ts';
import { type DesignationScene, refusalOf, snapshotOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { PENDING, useUndoScene } from '#tests/support/undo-scene.server.ts';

const RETURN = { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Look again.' };

let orm: Orm;
let scene: DesignationScene;
let clock: TestClock;
const { by, decide, claim } = useUndoScene((made) => {
  ({ orm, scene, clock } = made);
});

const undo = (id: string, actor?: Actor, ifMatch: number | null = null) =>
  undoDecision(by(actor), { id, ifMatch });
const emails = () =>
  storedRows(orm, OutboxMailEntity, ['kind', 'state', 'response'], { orderBy: { createdAt: 'asc' } });
const states = async () => (await emails()).map(({ kind, state }) => `${kind} ${state}`);
const returnedAtOf = async (id: string) =>
  (await orm.em.fork().findOne(ReturnedContentsEntity, { designation: id }))?.returnedAt.toISOString();

describe('the emails of a decision', () => {
  it('wait in the outbox for a minute', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    clock.advance(59_999);
    expect(await claim()).toBeNull();
    clock.advance(1);
    expect(await claim()).toMatchObject({ kind: 'designation.approved' });
  });
});

describe('undoing a decision', () => {
  it.each([{ status: 'APPROVED' }, RETURN, { status: 'REJECTED', note: 'Twice.' }, { status: 'STARTED' }])(
    'restores status, reasons, and note, and cancels the emails ($status)',
    async (decision) => {
      const { id } = await scene.draft({ ...PENDING, reasons: ['OTHER'], note: 'Before.' });
      const decided = await decide(id, decision);
      clock.advance(59_999);
      const restored = await undo(id, undefined, decided.version);
      expect(restored).toMatchObject({ status: 'PENDING', reasons: ['OTHER'], note: 'Before.', version: 3 });
      const row = await orm.em.fork().findOneOrFail(DesignationEntity, { id });
      expect([row.status, row.reasons, row.note, row.version]).toEqual(['PENDING', ['OTHER'], 'Before.', 3]);
      const undone = 'Not sent: the decision was undone.';
      expect((await emails()).map(({ state, response }) => [state, response])).toEqual(
        decision.status === 'STARTED' ? [] : [['CANCELLED', undone]],
      );
      clock.advance(60_000);
      expect(await claim()).toBeNull();
      const events = await storedRows(orm, EventEntity, ['kind', 'actor', 'channel', 'changes'], {
        where: { kind: 'designation.decisionUndone' },
      });
      expect(events).toMatchObject([
        {
          actor: scene.admin.id,
          channel: 'REST',
          changes: { status: { from: decision.status, to: 'PENDING' } },
        },
      ]);
      expect(await orm.em.fork().count(UndoableDecisionEntity)).toBe(0);
    },
  );

  it('restores the stored returned version, or that there was none', async () => {
    const { id, students } = await scene.draft(PENDING);
    await decide(id, RETURN);
    await undo(id);
    expect(await returnedAtOf(id)).toBeUndefined();
    await decide(id, RETURN);
    const first = await returnedAtOf(id);
    await scene.patch(id, { status: 'PENDING', students: [students[0], studentInput()] });
    for (const decision of [{ status: 'APPROVED' }, { status: 'REJECTED' }, RETURN]) {
      clock.advance(1000);
      await decide(id, decision);
      expect(await returnedAtOf(id)).not.toBe(first);
      await undo(id);
      expect(await returnedAtOf(id)).toBe(first);
    }
    const { contents } = await orm.em.fork().findOneOrFail(ReturnedContentsEntity, { designation: id });
    expect(contents).toMatchObject({
      classSize: 20,
      students: students.map((student) => ({ id: student.id })),
    });
  });

  it('is possible for another administrator, and records the disclosure of the students', async () => {
    const { id, students } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    const colleague = actorOf(await makeAdmin(orm));
    await undo(id, colleague);
    const disclosures = await storedRows(orm, DisclosureEntity, ['actor', 'studentIds'], {
      where: { actor: colleague.id },
    });
    expect(disclosures).toEqual([{ actor: colleague.id, studentIds: students.map((student) => student.id) }]);
  });

  it('is refused to the school and to strangers, who learn nothing', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { ...RETURN, note: 'A secret note.' });
    const before = await snapshotOf(orm);
    await expect(undo(id, scene.counselor)).rejects.toBeInstanceOf(Forbidden);
    for (const stranger of scene.strangers) await expect(undo(id, stranger)).rejects.toBeInstanceOf(NotFound);
    expect(await snapshotOf(orm)).toEqual(before);
    await expect(findUndoable(by(scene.counselor), id)).rejects.toBeInstanceOf(Forbidden);
  });

  it('is refused once the minute is over, another version is expected, or anything has changed', async () => {
    const { id } = await scene.draft(PENDING);
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'NONE' });
    await decide(id, { status: 'APPROVED' });
    await expect(undo(id, undefined, 1)).rejects.toBeInstanceOf(VersionConflict);
    clock.advance(60_000);
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'EXPIRED' });
    await decide(id, RETURN);
    await scene.patch(id, { classSize: 22 });
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'CHANGED' });
    expect(await findUndoable(by(), id)).toBeNull();
  });

  it('is refused once a worker has taken an email, and changes nothing then', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    await orm.em.fork().nativeUpdate(OutboxMailEntity, {}, { nextAttemptAt: clock.now() });
    expect(await claim()).not.toBeNull();
    const before = await snapshotOf(orm);
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'SENT' });
    expect(await snapshotOf(orm)).toEqual(before);
    expect(await states()).toEqual(['designation.approved SENDING']);
  });

  it('happens once when two undo at once, and never a second time', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    const outcomes = await Promise.allSettled([undo(id), undo(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'NONE' });
  });

  it('either wins or loses against a resubmission, without a mix', async () => {
    const { id } = await scene.draft(PENDING);
    let expected = 20;
    for (let round = 1; round <= 10; round += 1) {
      const { version } = await decide(id, RETURN);
      const [undone, submitted] = await Promise.allSettled([
        undo(id),
        scene.patch(id, { status: 'PENDING', classSize: 20 + (round % 2) }, { ifMatch: version }),
      ]);
      expect([undone.status, submitted.status].sort()).toEqual(['fulfilled', 'rejected']);
      if (submitted.status === 'fulfilled') expected = 20 + (round % 2);
      const { status, classSize } = await orm.em.fork().findOneOrFail(DesignationEntity, { id });
      expect([status, classSize]).toEqual(['PENDING', expected]);
    }
  });
});

it('an undone decision is no longer among the messages', async () => {
  const { id } = await scene.draft(PENDING);
  const texts = async () => {
    const ctx = by(scene.counselor);
    const { entries } = await openMessages(ctx, { designationId: id, before: null });
    return entries.map(({ decision, text }) => `${decision}: ${text}`);
  };
  await decide(id, { ...RETURN, note: 'By mistake.' });
  expect(await texts()).toEqual(['Returned for correction: By mistake.']);
  clock.advance(1000);
  await undo(id);
  expect(await texts()).toEqual([]);
  clock.advance(1000);
  await decide(id, RETURN);
  expect(await texts()).toEqual(['Returned for correction: Look again.']);
});

describe('a decision after another', () => {
  it("cancels the first one's waiting emails; undoing it sends them", async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    clock.advance(50_000);
    await decide(id, { status: 'REJECTED' });
    expect(await states()).toEqual(['designation.approved CANCELLED', 'designation.rejected QUEUED']);
    clock.advance(20_000);
    expect(await undo(id)).toMatchObject({ status: 'APPROVED' });
    expect(await states()).toEqual(['designation.approved QUEUED', 'designation.rejected CANCELLED']);
    expect(await claim()).toMatchObject({ kind: 'designation.approved' });
    expect(await refusalOf(undo(id))).toMatchObject({ reason: 'NONE' });
  });

  it("isn't emailed if the school resubmits within the minute", async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, RETURN);
    await scene.patch(id, { status: 'PENDING' });
    expect((await states()).sort()).toEqual([
      'designation.returned CANCELLED',
      'designation.submitted QUEUED',
    ]);
  });
});

describe('what is offered to undo', () => {
  it("is the decision about the designation, or else the user's own last single decision", async () => {
    const { id } = await scene.draft(PENDING);
    const other = scene.otherDesignation.id;
    expect(await findUndoable(by(), id)).toBeNull();
    await decide(other, { status: 'APPROVED' });
    const colleague = actorOf(await makeAdmin(orm));
    expect(await findUndoable(by(), id)).toMatchObject({
      id: other,
      isOwn: true,
      status: 'APPROVED',
      emails: 1,
    });
    expect(await findUndoable(by(colleague), id)).toBeNull();
    expect(await findUndoable(by(colleague), other)).toMatchObject({ isOwn: false, secondsLeft: 60 });
    clock.advance(60_000);
    expect(await findUndoable(by(), other)).toBeNull();
  });

  it('is deleted with the students of its year', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, RETURN);
    await decide(id, { status: 'APPROVED' });
    const { academicYear } = await orm.em.fork().findOneOrFail(DesignationEntity, { id });
    await orm.em.fork().nativeUpdate(AcademicYearEntity, { id: academicYear.id }, { status: 'INACTIVE' });
    await purgeStudentsOfYear(by(), academicYear.id);
    expect(await orm.em.fork().count(UndoableDecisionEntity)).toBe(0);
  });

  it('is deleted when its time is over', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    clock.advance(59_999);
    expect(await deleteExpiredUndoableDecisions(by())).toBe(0);
    clock.advance(1);
    expect(await deleteExpiredUndoableDecisions(by())).toBe(1);
  });
});
