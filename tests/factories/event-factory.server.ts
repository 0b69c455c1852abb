import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { type NewEvent, recordEvent } from '#app/domain/events/record-event.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';

/** Records an event of the system at a given time. */
export async function makeEvent(orm: Orm, at: Date, event: NewEvent): Promise<void> {
  const ctx = makeCtx({ orm, now: () => at });
  await inTransaction(ctx, async (tx) => {
    recordEvent(await reloadActor(tx, () => undefined), event);
  });
}
