import type { Ctx } from '#app/domain/ctx.server.ts';
import type { WaitingScene } from './waiting-scene.server.ts';

/** The row, or the advisory lock, that a call takes before it asks for permission. */
interface Held {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface WaitingWrite {
  /** 'invited' has an account and no rights but to answer an invite. */
  readonly as: 'staff' | 'admin' | 'invited';
  /** What the call waits for; the actor's own account where it waits for nothing else. */
  readonly holds?: (scene: WaitingScene) => Held;
  readonly call: (ctx: Ctx, scene: WaitingScene) => Promise<unknown>;
  /** The table that it writes last; null where it writes none after it has asked. */
  readonly writes?: string | null;
}

/** A row of a table. */
export const row =
  (table: string, idOf: (scene: WaitingScene) => string) =>
  (scene: WaitingScene): Held => ({
    sql: `select 1 from ${table} where id = ? for update`,
    params: [idOf(scene)],
  });
/** An advisory lock. */
export const advisory = (key: number) => (): Held => ({
  sql: 'select pg_advisory_xact_lock(?)',
  params: [key],
});
