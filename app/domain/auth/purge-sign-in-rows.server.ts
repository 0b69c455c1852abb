import type { Ctx } from '#app/domain/ctx.server.ts';
import { deleteEndedSignInRows } from './auth-queries.server.ts';
import { COUNTED_CODE_AGE_MS } from './login-codes.server.ts';

/** Removes ended sessions and counters, and codes that no limit counts any more. Rows that others hold are left to them. */
export async function purgeSignInRows(ctx: Ctx): Promise<void> {
  await deleteEndedSignInRows(ctx, new Date(ctx.now().getTime() - COUNTED_CODE_AGE_MS));
}
