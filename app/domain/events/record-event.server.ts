import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { actorId } from '#app/policy/actor.ts';
import { EventEntity, type EventSubject } from '#db/entities/event.ts';

/** From what to what, by field name. Students' values never stand here: name the fields, not their contents. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface NewEvent {
  readonly kind: string;
  readonly subject: readonly [EventSubject, string];
  readonly changes?: Changes | Readonly<Record<string, unknown>>;
}

/** Adds a row to the timeline of a thing (decisions, section 5), in the caller's transaction. */
export async function recordEvent(ctx: Ctx, event: NewEvent): Promise<void> {
  await ctx.em.insert(EventEntity, {
    id: randomUUID(),
    at: ctx.now(),
    actor: actorId(ctx.actor),
    door: ctx.door,
    kind: event.kind,
    subjectType: event.subject[0],
    subjectId: event.subject[1],
    changes: { ...event.changes },
  });
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
