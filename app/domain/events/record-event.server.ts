import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { writeTogether } from '#app/domain/write-together.server.ts';
import { actorId } from '#app/policy/actor.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { EventSubject } from '#db/entities/event.ts';

/** From what to what, by field name. Students' values never stand here: name the fields, not their contents. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface NewEvent {
  readonly kind: EventKind;
  readonly subject: readonly [EventSubject, string];
  readonly changes?: Changes | Readonly<Record<string, unknown>>;
}

const EVENT_COLUMNS = 'id, at, actor_id, door, kind, subject_type, subject_id, changes';

/** Adds a row to the timeline of a thing (decisions, section 5), in the caller's transaction. */
export async function recordEvent(ctx: AuthorizedCtx, event: NewEvent): Promise<void> {
  await writeTogether(ctx, [eventWrite(ctx, event)]);
}

/** The write that adds an event, to be sent with those that it tells of. */
export function eventWrite(ctx: AuthorizedCtx, event: NewEvent): SqlFragment {
  return eventsWrite(ctx, [event]);
}

/** The one write that adds many events. */
export function eventsWrite(ctx: AuthorizedCtx, events: readonly NewEvent[]): SqlFragment {
  const rows = events.map(({ kind, subject: [type, id], changes }) => ({
    id: randomUUID(),
    at: ctx.now(),
    actor_id: actorId(ctx.actor),
    door: ctx.door,
    kind,
    subject_type: type,
    subject_id: id,
    changes: { ...changes },
  }));
  return {
    sql: `insert into event (${EVENT_COLUMNS})
          select ${EVENT_COLUMNS} from json_populate_recordset(null::event, ?::json)`,
    params: [JSON.stringify(rows)],
  };
}

/** The fields of `after` that differ from `before`, as changes; dates compare by their instant. */
export function changesBetween<Fields extends object>(before: Fields, after: Partial<Fields>): Changes {
  const changes: Record<string, { from: unknown; to: unknown }> = {};
  for (const key of Object.keys(after) as (keyof Fields & string)[]) {
    const from = plain(before[key]);
    const to = plain(after[key]);
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[key] = { from, to };
  }
  return changes;
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
