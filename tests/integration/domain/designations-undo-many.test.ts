import { describe, expect, it } from 'vitest';
import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import { undoDecisions } from '#app/domain/designations/undo-decisions.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import type { TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { PENDING, useUndoScene } from '#tests/support/undo-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
let clock: TestClock;
const { by, decide, claim } = useUndoScene((made) => {
  ({ orm, scene, clock } = made);
});

describe('undoing many decisions', () => {
  it('is refused to the school, and to a reviewer who lost the permission', async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    const designations = [{ id, version: 2 }];
    await expect(undoDecisions(by(scene.counselor), { designations })).rejects.toBeInstanceOf(Forbidden);
    await orm.em.fork().nativeUpdate(UserAccountEntity, { id: scene.admin.id }, { flags: [] });
    const lost = await undoDecisions(by(), { designations }).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(Forbidden);
    expect((await orm.em.fork().findOneOrFail(DesignationEntity, { id })).status).toBe('APPROVED');
  });

  it('leaves the rest for the next request when there is no time', async () => {
    const { id } = await scene.draft(PENDING);
    const other = scene.otherDesignation.id;
    for (const one of [id, other]) await decide(one, { status: 'APPROVED' });
    const slow = () => {
      clock.advance(4000);
      return clock.now();
    };
    const ctx = makeCtx({ orm, actor: scene.admin, now: slow });
    const first = await undoDecisions(ctx, {
      designations: [id, other].map((one) => ({ id: one, version: 2 })),
    });
    expect([first.undone.length, first.rest.length]).toEqual([1, 1]);
  });

  it('undoes all that could be undone when it began', async () => {
    const ids = [(await scene.draft(PENDING)).id, scene.otherDesignation.id];
    for (const id of ids) await decide(id, { status: 'APPROVED' });
    clock.advance(59_000);
    const slow = () => {
      clock.advance(500);
      return clock.now();
    };
    const { undone, skipped } = await undoDecisions(makeCtx({ orm, actor: scene.admin, now: slow }), {
      designations: ids.map((id) => ({ id, version: 2 })),
    });
    expect([undone.length, skipped]).toEqual([2, []]);
  });

  it("doesn't restart the time of a newer decision, which it won't undo", async () => {
    const { id } = await scene.draft(PENDING);
    await decide(id, { status: 'APPROVED' });
    await decide(id, { status: 'RETURNED', reasons: ['OTHER'], note: 'Call us.' });
    const undoUntil = async () =>
      (await orm.em.fork().findOneOrFail(UndoableDecisionEntity, { designation: id })).undoUntil;
    const before = await undoUntil();
    clock.advance(30_000);
    const { skipped } = await undoDecisions(by(), { designations: [{ id, version: 2 }] });
    expect(skipped).toMatchObject([{ reason: 'CHANGED', count: 1 }]);
    expect(await undoUntil()).toEqual(before);
  });

  it('is possible for a minute after the last part of a bulk decision', async () => {
    const [first, last] = [(await scene.draft(PENDING)).id, scene.otherDesignation.id];
    await orm.em.fork().nativeUpdate(DesignationEntity, { id: last }, { status: 'PENDING', version: 1 });
    const approve = (id: string, earlier: readonly string[]) =>
      decideDesignations(by(), {
        ...{ status: 'APPROVED', designations: [{ id, version: 1 }], earlier },
        ...{ reasons: [], note: null, notify: true },
      });
    expect((await approve(first, [])).decided).toHaveLength(1);
    clock.advance(50_000);
    expect((await approve(last, [first])).decided).toHaveLength(1);
    clock.advance(59_999);
    expect(await claim()).toBeNull();
    const designations = [first, last].map((id) => ({ id, version: 2 }));
    expect((await undoDecisions(by(), { designations })).undone).toHaveLength(2);
  });
});
