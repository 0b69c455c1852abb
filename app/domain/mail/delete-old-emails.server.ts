import { LockMode } from '@mikro-orm/core';
import { DAY_MINUTES } from '#app/config/constants.ts';
import { IntervalJob, type JobServices, jobCtx } from '#app/domain/interval-job.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { EMAIL_STATES, OPEN_EMAIL_STATES } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';

/** Few enough that a batch takes milliseconds. */
const BATCH_SIZE = 500;
/** Deliveries are deleted with all their emails. */
const DELIVERIES_BATCH_SIZE = 5;

const DONE_STATES = EMAIL_STATES.filter((state) => !OPEN_EMAIL_STATES.includes(state));

/** Looking for old emails reads the whole outbox. */
const EVERY_MS = 60 * 60_000;

export interface DeletedEmails {
  /** Emails that weren't part of a delivery. */
  readonly emails: number;
  readonly deliveries: number;
}

/** Deletes old emails every hour. Failures are logged. */
export function oldEmailsJob(services: JobServices): IntervalJob {
  const { log } = services;
  const run = async (signal: AbortSignal) => {
    try {
      const { emails, deliveries } = await deleteOldEmails(jobCtx(services), signal);
      if (emails + deliveries > 0) log.info({ emails, deliveries }, 'old emails deleted');
    } catch (error) {
      log.error({ err: error }, "old emails couldn't be deleted");
    }
  };
  return new IntervalJob({ everyMs: EVERY_MS, run });
}

/**
 * Deletes emails created, and deliveries finished, more than `emailRetentionDays` ago, unless something may still be sent. Skips
 * locked rows. Doesn't check permission: for the system.
 */
export async function deleteOldEmails(ctx: Ctx, signal?: AbortSignal): Promise<DeletedEmails> {
  const before = new Date(ctx.now().getTime() - ctx.settings.emailRetentionDays * DAY_MINUTES * 60_000);
  const inBatches = async (batch: () => Promise<number>) => {
    let total = 0;
    for (let deleted = -1; deleted !== 0 && signal?.aborted !== true; total += deleted)
      deleted = await batch();
    return total;
  };
  return {
    emails: await inBatches(() => deleteEmails(ctx, before)),
    deliveries: await inBatches(() => deleteDeliveries(ctx, before)),
  };
}

function deleteEmails(ctx: Ctx, before: Date): Promise<number> {
  return inTransaction(ctx, async ({ em }) => {
    const old = await em.find(
      OutboxMailEntity,
      { delivery: null, state: { $in: DONE_STATES }, createdAt: { $lt: before } },
      { fields: ['id'], limit: BATCH_SIZE, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (old.length === 0) return 0;
    return em.nativeDelete(OutboxMailEntity, { id: { $in: old.map(({ id }) => id) } });
  });
}

function deleteDeliveries(ctx: Ctx, before: Date): Promise<number> {
  return inTransaction(ctx, async ({ em }) => {
    const rules = await em.find(
      ReminderRuleEntity,
      { academicYear: { status: 'ACTIVE' } },
      { fields: ['id'] },
    );
    const activeRules = rules.map(({ id }) => id);
    const old = await em.find(
      EmailDeliveryEntity,
      {
        // A canceled one without this time may have an email that is being sent.
        finishedAt: { $lt: before },
        status: { $in: ['FINISHED', 'CANCELLED'] },
        // Its rule would otherwise remind the same schools again.
        $or: [{ rule: null }, { rule: { $nin: activeRules } }],
      },
      { fields: ['id'], limit: DELIVERIES_BATCH_SIZE, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    if (old.length === 0) return 0;
    return em.nativeDelete(EmailDeliveryEntity, { id: { $in: old.map(({ id }) => id) } });
  });
}
