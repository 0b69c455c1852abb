import { DECISION_UNDO_SECONDS } from '#app/config/constants.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { UndoableDecisionEntity } from '#db/entities/undoable-decision.ts';
import type { Orm } from '#db/orm.server.ts';

/** Lets the time pass in which decisions can be undone, as if they had been made earlier. Their emails are due then. */
export async function passUndoTime({ em }: Pick<Orm, 'em'>): Promise<void> {
  await em.fork().transactional(async (tx) => {
    for (const email of await tx.find(OutboxMailEntity, { state: 'QUEUED' })) {
      if (email.nextAttemptAt > email.createdAt) email.nextAttemptAt = earlier(email.nextAttemptAt);
    }
    for (const decision of await tx.findAll(UndoableDecisionEntity)) {
      decision.undoUntil = earlier(decision.undoUntil);
    }
  });
}

function earlier(at: Date): Date {
  return new Date(at.getTime() - DECISION_UNDO_SECONDS * 1_000);
}
