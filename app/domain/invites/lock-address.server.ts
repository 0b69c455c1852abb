import type { Ctx } from '#app/domain/ctx.server.ts';
import { takeTextLock } from '#app/domain/lock-queries.server.ts';

/**
 * Lets one transaction at a time decide whether an address has an account or an invite; the others wait. Inviting an
 * address and creating its account both take it first: otherwise an invite could be left open beside the account that it
 * should have become part of. `email` in lower case.
 */
export async function lockAddress(tx: Ctx, email: string): Promise<void> {
  await takeTextLock(tx, 'address', email);
}
