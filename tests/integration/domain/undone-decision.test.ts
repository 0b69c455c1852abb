import { describe, expect, it } from 'vitest';
import { findUndoneDecision } from '#app/domain/designations/find-undoable.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import type { TestClock } from '#tests/support/clock.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { PENDING, useUndoScene } from '#tests/support/undo-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
let clock: TestClock;
const { by, decide } = useUndoScene((made) => {
  ({ orm, scene, clock } = made);
});

const undo = (id: string) => undoDecision(by(), { id, ifMatch: null });

describe('what an undone decision said', () => {
  it.each([
    ['return', { status: 'RETURNED', reasons: ['ADDRESS'], note: 'Look again.' }],
    ['reject', { status: 'REJECTED', reasons: [], note: 'Twice.' }],
  ])('is offered to whoever undid the %s, until the next change', async (kind, decision) => {
    const { id } = await scene.draft(PENDING);
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
    const { id } = await scene.draft(PENDING);
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
