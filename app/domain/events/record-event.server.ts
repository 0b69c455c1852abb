import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordedOsAccount } from '#app/domain/ctx.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { actorId, usedToken } from '#app/policy/actor.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import { EventEntity, type EventSubject } from '#db/entities/event.ts';

/** Changes by field name. Must not contain students' values: name only the fields. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * Adds an event to a subject's timeline (decisions, section 5) in the caller's transaction. Only imports of past years
 * record what happened earlier than now.
 * @throws {Error} outside a transaction, where the event would never be saved
 */
export function recordEvent(
  tx: AuthorizedCtx,
  kind: EventKind,
  [subjectType, subjectId]: readonly [EventSubject, string],
  changes: Changes | Readonly<Record<string, unknown>> = {},
  at: Date = tx.now(),
): void {
  if (!tx.em.isInTransaction())
    throw new Error('An event must be recorded in the transaction of its change.');
  tx.em.create(EventEntity, {
    id: randomUUID(),
    at,
    actor: actorId(tx.actor),
    channel: tx.channel,
    ...usedToken(tx.actor),
    ...recordedOsAccount(tx),
    kind,
    subjectType,
    subjectId,
    changes: { ...changes },
  });
}

/** Returns the fields of `after` that differ from `before`. Dates are compared by time. */
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

/** Replaces the text of a `body`, which is long, with its length. */
export function withoutBodies(changes: Changes): Changes {
  const { body, ...others } = changes;
  if (body === undefined) return others;
  const [from, to] = [lengthOf(body.from), lengthOf(body.to)];
  return { ...others, body: { from, to: from === to ? `${to}, edited` : to } };
}

function lengthOf(body: unknown): string {
  return counted(String(body).length, 'character');
}
