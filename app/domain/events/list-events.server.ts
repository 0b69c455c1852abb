import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import type { Door } from '#app/schemas/enums.ts';
import type { EventSubject } from '#db/entities/event.ts';

/** An event as it was recorded. */
export interface RecordedEvent {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly door: Door;
  /** Who did it; null for the system. */
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly changes: Record<string, unknown>;
}

interface EventRow {
  id: string;
  at: string;
  kind: string;
  door: Door;
  actor_id: string | null;
  actor_name: string | null;
  changes: Record<string, unknown>;
}

interface EventPage {
  /** Only what is older than this event of the same thing. */
  readonly before?: string | null;
  readonly limit?: number;
}

const EVENTS_MAX = 200;

/** The newest events of one thing, newest first. The caller has asked permission for the thing itself. */
export async function listEvents(
  ctx: Ctx,
  subject: EventSubject,
  subjectId: string,
  { before = null, limit = EVENTS_MAX }: EventPage = {},
): Promise<RecordedEvent[]> {
  const older =
    before === null
      ? { sql: '', params: [] }
      : {
          sql: 'and (e.at, e.id) < (select c.at, c.id from event c where c.id = ? and c.subject_id = e.subject_id)',
          params: [before],
        };
  const rows = await ctx.em.execute<EventRow[]>(
    `select e.id, e.at, e.kind, e.door, e.changes, e.actor_id, u.first_name || ' ' || u.last_name as actor_name
       from event e left join user_account u on u.id = e.actor_id
      where e.subject_type = ? and e.subject_id = ? ${older.sql}
      order by e.at desc, e.id desc limit ?`,
    [subject, subjectId, ...older.params, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    at: toIso(row.at),
    kind: row.kind,
    door: row.door,
    actorId: row.actor_id,
    actorName: row.actor_name,
    changes: row.changes,
  }));
}
