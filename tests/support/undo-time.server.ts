import { DECISION_UNDO_SECONDS } from '#app/config/constants.ts';
import type { Orm } from '#db/orm.server.ts';

/** Lets the time pass in which decisions can be undone, as if they had been made earlier. Their emails are due then. */
export async function passUndoTime({ em }: Pick<Orm, 'em'>): Promise<void> {
  const passed = `interval '${DECISION_UNDO_SECONDS} seconds'`;
  await em.fork().transactional(async (tx) => {
    await tx.execute(
      `update outbox_mail set next_attempt_at = next_attempt_at - ${passed}
        where state = 'QUEUED' and next_attempt_at > created_at`,
    );
    await tx.execute(`update undoable_decision set undo_until = undo_until - ${passed}`);
  });
}
