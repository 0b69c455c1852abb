import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { PERSON_NAME } from '#app/domain/users/user-queries.server.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import { TimelineEntrySchema } from '#app/schemas/timeline.ts';
import type { EventSubject } from '#db/entities/event.ts';

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
  { em }: Pick<Ctx, 'em'>,
  subject: EventSubject,
  subjectId: string,
  { before = null, limit = EVENTS_MAX }: EventPage = {},
): Promise<RecordedEvent[]> {
  const older =
    before === null
      ? ''
      : 'and (e.at, e.id) < (select c.at, c.id from event c where c.id = ? and c.subject_id = e.subject_id)';
  const events = await em.execute<object[]>(
    `select e.id, e.at, e.kind, e.channel, e.token_name as "tokenName", e.os_user as "osUser", e.host, e.changes, e.actor_id as "actorId",
            ${PERSON_NAME} as "actorName"
       from event e left join user_account u on u.id = e.actor_id
      where e.subject_type = ? and e.subject_id = ? ${older}
      order by e.at desc, e.id desc limit ?`,
    [subject, subjectId, ...(before === null ? [] : [before]), limit],
  );
  return RecordedEventSchema.array().parse(events);
}

const NamedByIdSchema = z.object({
  kind: z.enum(['user', 'highSchool', 'academicYear']),
  id: z.string(),
  name: z.string(),
  /** Schools where a user is on the staff. */
  highSchoolIds: z.array(z.string()),
});
export type NamedById = z.output<typeof NamedByIdSchema>;

/** Returns the users, schools, and years with these ids. Deleted ones are omitted. */
export async function findNames({ em }: Pick<Ctx, 'em'>, ids: readonly string[]): Promise<NamedById[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<object[]>(
    `select 'user' as kind, u.id, ${PERSON_NAME} as name,
            array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as "highSchoolIds"
       from user_account u where u.id in (?)
      union all
     select 'highSchool', hs.id, hs.name, array[]::text[] from high_school hs where hs.id in (?)
      union all
     select 'academicYear', y.id, y.year::text, array[]::text[] from academic_year y where y.id in (?)`,
    [ids, ids, ids],
  );
  return NamedByIdSchema.array().parse(rows);
}
