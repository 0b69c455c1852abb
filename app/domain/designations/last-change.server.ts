import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { Stale } from '#app/lib/domain-errors.ts';
import { ELSEWHERE } from '#app/lib/editing-words.ts';
import { fullName } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

interface ChangeRow {
  at: string;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
}

/** Who changed a designation last, and when; null where no event tells. The caller has asked permission for the designation. */
export async function findLastChange(ctx: Ctx, designationId: string): Promise<LastChange | null> {
  const [row] = await ctx.em.execute<ChangeRow[]>(
    `select e.at, u.id as user_id, u.first_name, u.last_name
       from event e left join user_account u on u.id = e.actor_id
      where e.subject_type = 'DESIGNATION' and e.subject_id = ?
      order by e.at desc, e.id desc limit 1`,
    [designationId],
  );
  if (row === undefined) return null;
  const { user_id: id, first_name: firstName, last_name: lastName } = row;
  const isKnown = id !== null && firstName !== null && lastName !== null;
  return { at: toIso(row.at), by: isKnown ? { id, firstName, lastName } : null };
}

/** The refusal of a change to an older version of a designation: it names who changed it since, and when; never what. */
export async function staleDesignation(ctx: Ctx, designationId: string): Promise<Stale> {
  const changed = await findLastChange(ctx, designationId);
  if (changed?.by == null) return new Stale();
  const when = formatInZone(changed.at, ctx.settings.timeZone);
  const change =
    changed.by.id === actorId(ctx.actor)
      ? `You changed this ${ELSEWHERE} on ${when}`
      : `${fullName(changed.by)} changed this on ${when}`;
  return new Stale(change, { changed });
}
