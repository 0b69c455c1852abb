import { settleAndClaim } from '#app/domain/mail/outbox-claims.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { DesignationScene } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

/** A pending designation, for `scene.draft`. */
export const PENDING = {
  ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' as const },
  ...{ students: 2, status: 'PENDING' as const },
};

export interface UndoScene {
  readonly orm: Orm;
  readonly scene: DesignationScene;
  readonly clock: TestClock;
}

/** Makes a scene and a clock for each test. Decisions, undos, and claims happen at the clock's time. */
export function useUndoScene(take: (made: UndoScene) => void) {
  let made: UndoScene;
  useDesignationScene(
    ({ orm, scene }) => {
      made = { orm, scene, clock: createTestClock() };
      take(made);
    },
    { per: 'each test', poolMax: 10 },
  );
  return {
    /** The context of an actor, by default the administrator. */
    by: (actor: Actor = made.scene.admin): Ctx => makeCtx({ orm: made.orm, actor, now: made.clock.now }),
    decide: (id: string, body: Record<string, unknown>) =>
      made.scene.patch(id, body, { actor: made.scene.admin, now: made.clock.now }),
    claim: () => settleAndClaim({ orm: made.orm, worker: 'worker', mailRate: null }, null, made.clock.now()),
  };
}
