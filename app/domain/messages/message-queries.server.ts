import type { Ctx } from '#app/domain/ctx.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Actor, isAdmin, type UserActor } from '#app/policy/actor.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';

/** SQL: messages that the other side has replied to. They count as read by everyone there. */
const ANSWERED = `exists (
  select from designation_message o
   where o.designation_id = m.designation_id and o.side <> m.side and o.number > m.number)`;

/** SQL: messages since the user joined the school's staff. Earlier ones count as read. */
const SINCE_JOINING = `exists (
  select from high_school_staff s
   where s.high_school_id = d.high_school_id and s.user_id = ? and s.created_at <= m.created_at)`;

/** Returns SQL for a user's unread messages (`m`) with their designations (`d`), from `from` on. */
function unreadMessagesSql(user: UserActor): SqlFragment {
  const schools = `{${user.highSchoolIds.join(',')}}`;
  const toSchool = `m.side = 'OFFICE' and d.high_school_id = any(?::uuid[]) and ${SINCE_JOINING}`;
  const toOffice = `m.side = 'SCHOOL' and d.high_school_id <> all(?::uuid[])`;
  return {
    sql: `from designation_message m
       join designation d on d.id = m.designation_id
       left join message_reading r on r.designation_id = m.designation_id and r.user_id = ?
      where m.number > coalesce(r.number, 0) and m.author_id is distinct from ? and not ${ANSWERED}
        and (${isAdmin(user) ? `${toSchool} or ${toOffice}` : toSchool})`,
    params: [user.id, user.id, schools, user.id, ...(isAdmin(user) ? [schools] : [])],
  };
}

/**
 * Returns SQL for the number of a designation's unread messages; see `readUnread`. `id` is SQL for its ID, in a query
 * without the aliases `d`, `m`, and `r`, which would be shadowed.
 */
export function unreadCountSql(actor: Actor, id: string): SqlFragment {
  if (actor.kind !== 'user') return { sql: 'select 0', params: [] };
  const { sql, params } = unreadMessagesSql(actor);
  return { sql: `select count(*)::int ${sql} and m.designation_id = ${id}`, params };
}

/**
 * Returns the designations with messages from the other side that neither the user has opened nor a colleague
 * answered, newest message first. Own messages are never unread. `designationId` narrows it to one.
 */
export function readUnread(
  { em }: Pick<Ctx, 'em'>,
  user: UserActor,
  designationId: string | null = null,
): Promise<UnreadThread[]> {
  const { sql, params } = unreadMessagesSql(user);
  return em.execute<UnreadThread[]>(
    `select unread.id as "designationId", h.name as "schoolName", y.year, unread.messages as unread
       from (select d.id, d.high_school_id, d.academic_year_id, count(*)::int as messages, max(m.created_at) as newest
             ${sql} ${designationId === null ? '' : 'and m.designation_id = ?'}
              group by d.id) unread
       join high_school h on h.id = unread.high_school_id
       join academic_year y on y.id = unread.academic_year_id
      order by unread.newest desc, unread.id`,
    [...params, ...(designationId === null ? [] : [designationId])],
  );
}

/** Moves what a user has opened to another user, who keeps their own if it is newer. */
export async function moveReadings(
  { em }: Pick<Ctx, 'em'>,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  await em.execute(
    `with moved as (delete from message_reading where user_id = ? returning designation_id, number)
     insert into message_reading (designation_id, user_id, number) select designation_id, ?, number from moved
     on conflict (designation_id, user_id) do update set number = excluded.number
      where message_reading.number < excluded.number`,
    [fromId, intoId],
  );
}

/** Stores that the user has opened the thread up to this message. Never goes back. */
export async function storeReading(
  { em }: Pick<Ctx, 'em'>,
  { designationId, userId, number }: { designationId: string; userId: string; number: number },
): Promise<void> {
  await em.execute(
    `insert into message_reading (designation_id, user_id, number) values (?, ?, ?)
     on conflict (designation_id, user_id) do update set number = excluded.number
      where message_reading.number < excluded.number`,
    [designationId, userId, number],
  );
}
