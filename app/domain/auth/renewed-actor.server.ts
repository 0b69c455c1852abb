import type { Ctx } from '#app/domain/ctx.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import type { UserFlag } from '#app/schemas/enums.ts';

/**
 * The transaction's Ctx with the actor's rights as they are now: flags and schools may have been taken since the request came in,
 * while it waited for others. Call it once the locks are held, then ask for permission again. Throws Unauthorized for an account
 * that was deleted since.
 */
export async function withRightsNow(tx: Ctx): Promise<Ctx> {
  const { actor } = tx;
  if (actor.kind !== 'user') return tx;
  const [row] = await tx.em.execute<{ flags: UserFlag[]; high_school_ids: string[] }[]>(
    `select u.flags,
            array(select s.high_school_id::text from high_school_staff s
                   where s.user_id = u.id order by s.high_school_id) as high_school_ids
       from user_account u where u.id = ?`,
    [actor.id],
  );
  if (row === undefined || row.flags.includes('DELETED')) throw new Unauthorized();
  return { ...tx, actor: { ...actor, flags: row.flags, highSchoolIds: row.high_school_ids } };
}
