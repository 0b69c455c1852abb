import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { OPEN_STATES_SQL } from '#app/domain/mail/claim-sql.ts';
import { authorize } from '#app/policy/authorize.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';

/** Mail that is due, and whether anybody takes it. */
export interface DueMail {
  readonly mails: number;
  /** Since when the oldest is due, ISO 8601; null where none is. */
  readonly since: string | null;
  /** Whether a mail was taken from the outbox in the last minutes. */
  readonly isTaken: boolean;
}

const LATELY_MS = 5 * 60_000;

/** The mail of the outbox that should be on its way by now. For administrators. */
export async function readDueMail(ctx: Ctx): Promise<DueMail> {
  authorize(ctx.actor, 'email.manage');
  const now = ctx.now();
  const [row] = await ctx.em.execute<{ mails: number; since: string | null; taken: boolean }[]>(
    `select count(*)::int as mails, min(mail.next_attempt_at) as since,
            exists (select from outbox_mail where claimed_at >= ?) as taken
       from outbox_mail mail left join email_delivery delivery on delivery.id = mail.delivery_id
      where mail.state in ${OPEN_STATES_SQL} and mail.next_attempt_at <= ?
        and (mail.delivery_id is null or delivery.status = 'SENDING')`,
    [new Date(now.getTime() - LATELY_MS), now],
  );
  return {
    mails: row?.mails ?? 0,
    since: row?.since == null ? null : toIso(row.since),
    isTaken: row?.taken === true,
  };
}

/** What the mail server put off, and what failed for good. */
export interface DeferredMail {
  readonly deferred: number;
  /** When the oldest of these was written, ISO 8601; null where none is deferred. */
  readonly deferredSince: string | null;
  /** The mail server's response to the one that was tried last; may be empty. */
  readonly lastResponse: string;
  /** How many failed in the last 24 hours. */
  readonly failedLately: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** Emails that wait for another attempt, and those that failed lately. For administrators. */
export async function readDeferredMail(ctx: Ctx): Promise<DeferredMail> {
  authorize(ctx.actor, 'email.manage');
  const { em } = ctx;
  const [[oldest], [latest], deferred, failedLately] = await Promise.all([
    em.find(OutboxMailEntity, { state: 'DEFERRED' }, { orderBy: { createdAt: 'asc' }, limit: 1 }),
    em.find(OutboxMailEntity, { state: 'DEFERRED' }, { orderBy: { nextAttemptAt: 'desc' }, limit: 1 }),
    em.count(OutboxMailEntity, { state: 'DEFERRED' }),
    em.count(OutboxMailEntity, {
      state: 'FAILED',
      nextAttemptAt: { $gte: new Date(ctx.now().getTime() - DAY_MS) },
    }),
  ]);
  return {
    deferred,
    deferredSince: oldest?.createdAt.toISOString() ?? null,
    lastResponse: latest?.response ?? '',
    failedLately,
  };
}

/** How many administrators can sign in, and which year is active. For administrators. */
export async function readProgrammeState(
  ctx: Ctx,
): Promise<{ readonly administrators: number; readonly activeYear: number | null }> {
  authorize(ctx.actor, 'home.overview');
  const [row] = await ctx.em.execute<{ administrators: number; active: number | null }[]>(
    `select (select count(*)::int from user_account where 'ADMIN' = any(flags) and not 'DELETED' = any(flags)) as administrators,
            (select year from academic_year where status = 'ACTIVE') as active`,
  );
  return { administrators: row?.administrators ?? 0, activeYear: row?.active ?? null };
}
