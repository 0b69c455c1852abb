import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { NewDisclosure } from './record-disclosure.server.ts';

/** A disclosure of one designation's students to somebody of its school. */
export interface StaffRead extends NewDisclosure {
  readonly actor: UserActor;
  readonly filter: { readonly designationId: string };
}

/**
 * Writes a disclosure of those students whom the same person has not been shown of the same designation today, in the program's time
 * zone; nothing where they have been shown all of them. The id follows from the contents, so that two pages opened at once write one.
 */
export async function insertStaffRead(ctx: Ctx, read: StaffRead): Promise<void> {
  const { timeZone } = ctx.settings;
  const now = ctx.now();
  await ctx.em.execute(
    `with today as (select date_trunc('day', ?::timestamptz at time zone ?) at time zone ? as began),
          shown as (
            select array_agg(id order by id) as ids
              from (select unnest(?::uuid[])
                    except
                    select unnest(student_ids) from disclosure
                     where actor_id = ? and at >= (select began from today) and filter @> ?::jsonb) fresh (id))
     insert into disclosure (id, at, actor_id, door, purpose, filter, row_count, student_ids)
     select md5(concat_ws(' ', ?::uuid, ?::jsonb, extract(epoch from began), ids::text))::uuid,
            ?::timestamptz, ?::uuid, ?, ?, ?::jsonb, cardinality(ids), ids
       from shown, today where ids is not null
         on conflict (id) do nothing`,
    [
      ...[now, timeZone, timeZone, `{${read.studentIds.join(',')}}`],
      ...[read.actor.id, JSON.stringify(read.filter), read.actor.id, JSON.stringify(read.filter)],
      ...[now, read.actor.id, ctx.door, read.purpose, JSON.stringify(read.filter)],
    ],
  );
}
