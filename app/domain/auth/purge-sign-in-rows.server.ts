import type { Ctx } from '#app/domain/ctx.server.ts';
import { COUNTED_CODE_AGE_MS } from './login-code-queries.server.ts';

/** So many rows of a table at once: each sign-in removes more than it adds, and none has much to do. */
const BATCH = 100;

/** Removes ended sessions and counters, and codes that no limit counts any more. Rows that others hold are left to them. */
export async function purgeSignInRows(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const purge = (table: string, key: string, condition: string, moment: Date) =>
    ctx.em.execute(
      `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${condition} limit ${BATCH} for update skip locked)`,
      [moment],
    );
  await purge('session', 'id', 'expires_at <= ?', now);
  await purge('rate_limit', 'key', 'window_ends_at <= ?', now);
  await purge('login_challenge', 'id', 'sends_at <= ?', new Date(now.getTime() - COUNTED_CODE_AGE_MS));
}
