import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { UnreadThread } from '#app/schemas/designation-message.ts';

/** SQL: messages that the other side has replied to. They count as read by everyone there. */
const ANSWERED = `exists (
  select from designation_message o
   where o.designation_id = m.designation_id and o.side <> m.side and o.number > m.number)`;

/** SQL: messages since the user joined the school's staff. Earlier ones count as read. */
const SINCE_JOINING = `exists (
  select from high_school_staff s
   where s.high_school_id = d.high_school_id and s.user_id = ? and s.created_at <= m.created_at)`;

/**
 * Returns the designations with messages from the other side that neither the user has opened nor a colleague
 * answered, newest message first. Own messages are never unread. `designationId` narrows it to one.
 */
export function readUnread(
  { em }: Pick<Ctx, 'em'>,
  user: UserActor,
  designationId: string | null = null,
): Promise<UnreadThread[]> {
  const schools = `{${user.highSchoolIds.join(',')}}`;
  const toSchool = `m.side = 'OFFICE' and d.high_school_id = any(?::uuid[]) and ${SINCE_JOINING}`;
  const toOffice = `m.side = 'SCHOOL' and d.high_school_id <> all(?::uuid[])`;
  return em.execute<UnreadThread[]>(
    `select d.id as "designationId", h.name as "schoolName", y.year, count(*)::int as unread
       from designation_message m
       join designation d on d.id = m.designation_id
       join high_school h on h.id = d.high_school_id
       join academic_year y on y.id = d.academic_year_id
       left join message_reading r on r.designation_id = m.designation_id and r.user_id = ?
      where m.number > coalesce(r.number, 0) and m.author_id is distinct from ? and not ${ANSWERED}
        and (${isAdmin(user) ? `${toSchool} or ${toOffice}` : toSchool})
        ${designationId === null ? '' : 'and m.designation_id = ?'}
      group by d.id, h.name, y.year order by max(m.created_at) desc, d.id`,
    [
      user.id,
      user.id,
      schools,
      user.id,
      ...(isAdmin(user) ? [schools] : []),
      ...(designationId === null ? [] : [designationId]),
    ],
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
