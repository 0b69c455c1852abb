import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { EventSubject } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';

interface NewEvent {
  readonly kind: EventKind;
  readonly subject: readonly [EventSubject, string];
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** Records an event of the system at a given time. */
export async function makeEvent(orm: Orm, at: Date, { kind, subject, changes }: NewEvent): Promise<void> {
  const ctx = makeCtx({ orm, now: () => at });
  await inTransaction(ctx, async (tx) => {
    recordEvent(await reloadActor(tx, () => undefined), kind, subject, changes);
  });
}
