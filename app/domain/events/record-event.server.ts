import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { actorId } from '#app/policy/actor.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { EventEntity, type EventSubject } from '#db/entities/event.ts';

/** From what to what, by field name. Students' values never stand here: name the fields, not their contents. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface NewEvent {
  readonly kind: EventKind;
  readonly subject: readonly [EventSubject, string];
  readonly changes?: Changes | Readonly<Record<string, unknown>>;
}

/**
 * Adds a row to the timeline of a thing (decisions, section 5), written with the other changes of the caller's transaction.
 *
 * @throws {Error} outside of a transaction, where nothing would write it
 */
export function recordEvent(tx: AuthorizedCtx, { kind, subject, changes }: NewEvent): void {
  if (!tx.em.isInTransaction()) throw new Error('An event belongs to the transaction of what it tells.');
  const [subjectType, subjectId] = subject;
  tx.em.create(EventEntity, {
    id: randomUUID(),
    at: tx.now(),
    actor: actorId(tx.actor),
    channel: tx.channel,
    kind,
    subjectType,
    subjectId,
    changes: { ...changes },
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

/** Changes without the text of a `body`, which is long: they tell how long it was, and became. */
export function withoutBodies(changes: Changes): Changes {
  const { body, ...others } = changes;
  if (body === undefined) return others;
  const [from, to] = [lengthOf(body.from), lengthOf(body.to)];
  return { ...others, body: { from, to: from === to ? `${to}, other words` : to } };
}

function lengthOf(body: unknown): string {
  return typeof body === 'string' && body.length === 1 ? '1 character' : `${String(body).length} characters`;
}
