import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import type { Door } from '#app/schemas/enums.ts';
import type { EventSubject } from '#db/entities/event.ts';

export interface TimelineEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly door: Door;
  /** Who did it; null for the system. */
  readonly actorName: string | null;
  readonly changes: Record<string, unknown>;
}

interface EventRow {
  id: string;
  at: string;
  kind: string;
  door: Door;
  actor_name: string | null;
  changes: Record<string, unknown>;
}

const TIMELINE_LIMIT = 200;

/** The newest events of one thing, newest first. The caller has asked permission for the thing itself. */
export async function listEvents(
  ctx: Ctx,
  subject: EventSubject,
  subjectId: string,
): Promise<TimelineEntry[]> {
  const rows = await ctx.em.execute<EventRow[]>(
    `select e.id, e.at, e.kind, e.door, e.changes, u.first_name || ' ' || u.last_name as actor_name
       from event e left join user_account u on u.id = e.actor_id
      where e.subject_type = ? and e.subject_id = ?
      order by e.at desc, e.id limit ${TIMELINE_LIMIT}`,
    [subject, subjectId],
  );
  return rows.map((row) => ({
    id: row.id,
    at: toIso(row.at),
    kind: row.kind,
    door: row.door,
    actorName: row.actor_name,
    changes: row.changes,
  }));
}
