import { sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import { type Actor, isAdmin, type UserActor } from '#app/policy/actor.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';

/** SQL: messages that the other side has replied to. They count as read by everyone there. */
const ANSWERED = sql`exists (
  select from designation_message o
   where o.designation_id = m.designation_id and o.side <> m.side and o.number > m.number)`;

/** SQL: messages since the user joined the school's staff. Earlier ones count as read. */
const sinceJoining = (user: UserActor) => sql`exists (
  select from high_school_staff s
   where s.high_school_id = d.high_school_id and s.user_id = ${user.id} and s.created_at <= m.created_at)`;

/** Returns SQL for a user's unread messages (`m`) with their designations (`d`), from `from` on. */
function unreadMessagesSql(user: UserActor): SqlFragment {
  const schools = `{${user.highSchoolIds.join(',')}}`;
  const toSchool = sql`m.side = 'OFFICE' and d.high_school_id = any(${schools}::uuid[]) and ${sinceJoining(user)}`;
  const toOffice = sql`m.side = 'SCHOOL' and d.high_school_id <> all(${schools}::uuid[])`;
  return sql`from designation_message m
       join designation d on d.id = m.designation_id
       left join message_reading r on r.designation_id = m.designation_id and r.user_id = ${user.id}
      where m.number > coalesce(r.number, 0) and m.author_id is distinct from ${user.id} and not ${ANSWERED}
        and (${isAdmin(user) ? sql`${toSchool} or ${toOffice}` : toSchool})`;
}

/**
 * Returns SQL for the number of a designation's unread messages; see `readUnread`. `id` is SQL for its ID, in a query
 * without the aliases `d`, `m`, and `r`, which would be shadowed.
 */
export function unreadCountSql(actor: Actor, id: SqlFragment): SqlFragment {
  if (actor.kind !== 'user') return sql`select 0`;
  return sql`select count(*)::int ${unreadMessagesSql(actor)} and m.designation_id = ${id}`;
}

/**
 * Returns the designations with messages from the other side that neither the user has opened nor a colleague
 * answered, newest message first. Own messages are never unread. `designationId` narrows it to one.
 */
export function readUnread(
  ctx: Connection,
  user: UserActor,
  designationId: string | null = null,
): Promise<UnreadThread[]> {
  const narrowed = designationId === null ? sql`` : sql`and m.designation_id = ${designationId}`;
  return query<UnreadThread>(ctx)`
     select unread.id as "designationId", h.name as "schoolName", y.year, unread.messages as unread
       from (select d.id, d.high_school_id, d.academic_year_id, count(*)::int as messages, max(m.created_at) as newest
             ${unreadMessagesSql(user)} ${narrowed}
              group by d.id) unread
       join high_school h on h.id = unread.high_school_id
       join academic_year y on y.id = unread.academic_year_id
      order by unread.newest desc, unread.id`;
}

/** Moves what a user has opened to another user, who keeps their own if it is newer. */
export async function moveReadings(
  ctx: Connection,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  await query(ctx)`
     with moved as (delete from message_reading where user_id = ${fromId} returning designation_id, number)
     insert into message_reading (designation_id, user_id, number) select designation_id, ${intoId}, number from moved
     on conflict (designation_id, user_id) do update set number = excluded.number
      where message_reading.number < excluded.number`;
}

/** Stores that the user has opened the thread up to this message. Never goes back. */
export async function storeReading(
  ctx: Connection,
  { designationId, userId, number }: { designationId: string; userId: string; number: number },
): Promise<void> {
  await query(ctx)`
     insert into message_reading (designation_id, user_id, number) values (${designationId}, ${userId}, ${number})
     on conflict (designation_id, user_id) do update set number = excluded.number
      where message_reading.number < excluded.number`;
}
