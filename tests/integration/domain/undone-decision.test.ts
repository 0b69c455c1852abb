import { describe, expect, it } from 'vitest';
import { findUndoneDecision } from '#app/domain/designations/find-undoable.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { type Actor, SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const full = { classSize: 20, criteria: 'CUMULATIVE_GPA' as const, students: 2, status: 'PENDING' as const };

let orm: Orm;
let scene: DesignationScene;
let clock: TestClock;
useDesignationScene(
  (given) => {
    ({ orm, scene } = given);
    clock = createTestClock();
  },
  { per: 'each test' },
);

const by = (actor: Actor = scene.admin) => makeCtx({ orm, actor, now: clock.now });
const undo = (id: string) => undoDecision(by(), { id, ifMatch: null });
const decide = (id: string, body: Record<string, unknown>) =>
  scene.patch(id, body, { actor: scene.admin, now: clock.now });

describe('what an undone decision said', () => {
  it.each([
    ['return', { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Look again.' }],
    ['reject', { status: 'REJECTED', reasons: [], note: 'Twice.' }],
  ])('is offered to whoever undid the %s, until the next change', async (kind, decision) => {
    const { id } = await scene.draft(full);
    const { reasons, note } = decision;
    await decide(id, decision);
    expect(await findUndoneDecision(by(), id)).toBeNull();
    clock.advance(1000);
    await undo(id);
    expect(await findUndoneDecision(by(), id)).toEqual({ kind, reasons, note });
    expect(await findUndoneDecision(by(actorOf(await makeAdmin(orm))), id)).toBeNull();
    await expect(findUndoneDecision(by(scene.counselor), id)).rejects.toBeInstanceOf(Forbidden);
    clock.advance(1000);
    await scene.patch(id, { classSize: 22 }, { now: clock.now });
    expect(await findUndoneDecision(by(), id)).toBeNull();
  });

  it('is not offered after an undone approval', async () => {
    const { id } = await scene.draft(full);
    await decide(id, { status: 'APPROVED' });
    clock.advance(1000);
    await undo(id);
    expect(await findUndoneDecision(by(), id)).toBeNull();
  });

  it('is not offered once the year was purged', async () => {
    const { id: academicYearId } = await makeYear(orm, { year: 2001, status: 'INACTIVE' });
    const { id } = await scene.draft({ academicYearId, status: 'PENDING', students: 1 });
    await decide(id, { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Ann moved away.' });
    clock.advance(1000);
    await undo(id);
    expect(await findUndoneDecision(by(), id)).toMatchObject({ note: 'Ann moved away.' });
    clock.advance(1000);
    await purgeStudentsOfYear(by(SYSTEM), academicYearId);
    expect(await findUndoneDecision(by(), id)).toBeNull();
  });
});
