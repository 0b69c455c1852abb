import { z } from 'zod';
import { PERSON_NAME } from '#app/domain/users/user-queries.server.ts';
import { sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query } from '#app/domain/sql-queries.server.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import { TimelineEntrySchema } from '#app/schemas/timeline.ts';
import { EVENT_SUBJECTS, type EventSubject } from '#db/entities/event.ts';

const RecordedEventSchema = TimelineEntrySchema.pick({
  ...{ id: true, kind: true, channel: true, tokenName: true, osUser: true, host: true },
  actorName: true,
}).extend({
  at: ResponseInstant,
  /** Null for the system. */
  actorId: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()),
});
export type RecordedEvent = z.output<typeof RecordedEventSchema>;

interface EventPage {
  /** Only events older than this event of the same subject. */
  readonly before?: string | null;
  readonly limit?: number;
}

const EVENTS_MAX = 200;

/** Returns the newest events of a subject, newest first. The caller has already checked permission. */
export async function listEvents(
  ctx: Connection,
  subject: EventSubject,
  subjectId: string,
  { before = null, limit = EVENTS_MAX }: EventPage = {},
): Promise<RecordedEvent[]> {
  const older = sql`and (e.at, e.id) < (
        select c.at, c.id from event c where c.id = ${before} and c.subject_id = e.subject_id)`;
  const events = await query<object>(ctx)`
     select e.id, e.at, e.kind, e.channel, e.token_name as "tokenName", e.os_user as "osUser", e.host, e.changes, e.actor_id as "actorId",
            ${PERSON_NAME} as "actorName"
       from event e left join user_account u on u.id = e.actor_id
      where e.subject_type = ${subject} and e.subject_id = ${subjectId} ${before === null ? sql`` : older}
      order by e.at desc, e.id desc limit ${limit}`;
  return RecordedEventSchema.array().parse(events);
}

const NamedRecordSchema = z.object({
  type: z.enum(EVENT_SUBJECTS),
  id: z.string(),
  name: z.string(),
  /** Schools where a user is on the staff. */
  highSchoolIds: z.array(z.string()),
});
export type NamedRecord = z.output<typeof NamedRecordSchema>;

/** Returns the names of the records with these ids. Deleted ones, and those without a name, are omitted. */
export async function findNames(ctx: Connection, ids: readonly string[]): Promise<NamedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await query<object>(ctx)`
     select named.*, array(select s.high_school_id::text from high_school_staff s
                            where named.type = 'USER' and s.user_id = named.id) as "highSchoolIds"
       from (select 'DESIGNATION' as type, d.id, h.name || ' ' || y.year as name from designation d
               join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
              where d.id in (${ids})
              union all select 'HIGH_SCHOOL', h.id, h.name from high_school h where h.id in (${ids})
              union all select 'USER', u.id, ${PERSON_NAME} from user_account u where u.id in (${ids})
              union all select 'ACADEMIC_YEAR', y.id, y.year::text from academic_year y where y.id in (${ids})
              union all select 'EMAIL_TEMPLATE', t.id, t.name from email_template t where t.id in (${ids})
              union all select 'DELIVERY', e.id, e.template_name from email_delivery e where e.id in (${ids})
              union all select 'EXPORT_PROFILE', p.id, p.name from export_profile p where p.id in (${ids})
              union all select 'NOTICE', n.id, n.kind from notice n where n.id in (${ids})
              union all select 'SETTINGS', s.id, 'Settings' from office_settings s where s.id in (${ids})) named`;
  return NamedRecordSchema.array().parse(rows);
}
