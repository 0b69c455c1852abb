import type { Ctx } from '#app/domain/ctx.server.ts';
import type { WaitingScene } from './waiting-scene.server.ts';

/** The row or advisory lock that a call acquires before it checks permissions. */
interface Held {
  readonly sql: string;
  readonly params: readonly unknown[];
}

export interface WaitingWrite {
  /** 'invited' has an account but no permissions except answering an invite. */
  readonly as: 'staff' | 'admin' | 'invited';
  /** The lock that the call waits for. The actor's own account by default. */
  readonly holds?: (scene: WaitingScene) => Held;
  readonly call: (ctx: Ctx, scene: WaitingScene) => Promise<unknown>;
  /** The last table written after the permission check: `event` by default, null if there is none. */
  readonly writes?: string | null;
}

/** Locks a row of a table by its ID, or by the value of another column. */
export const row =
  (table: string, valueOf: (scene: WaitingScene) => string, column = 'id') =>
  (scene: WaitingScene): Held => ({
    sql: `select 1 from ${table} where ${column} = ? for update`,
    params: [valueOf(scene)],
  });
/** Acquires an advisory lock. */
export const advisory = (key: number) => (): Held => ({
  sql: 'select pg_advisory_xact_lock(?)',
  params: [key],
});
/** Acquires the advisory lock of a text, as `acquireTextLock` does. */
export const advisoryText =
  (textOf: (scene: WaitingScene) => string) =>
  (scene: WaitingScene): Held => ({
    sql: 'select pg_advisory_xact_lock(hashtextextended(?, 0))',
    params: [textOf(scene)],
  });
