import { OPEN_EMAIL_STATES } from '#app/schemas/enums.ts';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { type OutboxMail, OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';

/** Emails that are due, and whether a worker is sending any. */
export interface DueEmails {
  readonly emails: number;
  /** Since when the oldest email has been due, ISO 8601; null if none is due. */
  readonly since: string | null;
  /** Whether a worker claimed an email in the last minutes. */
  readonly isTaken: boolean;
}

/** Counts the outbox emails that may still be sent. Doesn't check permission: for the command line. */
export function countOpenEmails(em: EntityManager): Promise<number> {
  return em.count(OutboxMailEntity, { state: { $in: [...OPEN_EMAIL_STATES] } });
}

const LATELY_MS = 5 * 60_000;

/** Returns the outbox emails that should have been sent by now. For administrators. */
export async function readDueEmails(ctx: Ctx): Promise<DueEmails> {
  authorize(ctx.actor, 'email.manage');
  const { em } = ctx;
  const now = ctx.now();
  const isDue: FilterQuery<OutboxMail> = {
    state: { $in: [...OPEN_EMAIL_STATES] },
    nextAttemptAt: { $lte: now },
    $or: [{ delivery: null }, { delivery: { status: 'SENDING' } }],
  };
  const [[oldest], emails, taken] = await Promise.all([
    em.find(OutboxMailEntity, isDue, { orderBy: { nextAttemptAt: 'asc' }, limit: 1 }),
    em.count(OutboxMailEntity, isDue),
    em.count(OutboxMailEntity, { claimedAt: { $gte: new Date(now.getTime() - LATELY_MS) } }),
  ]);
  return { emails, since: oldest?.nextAttemptAt.toISOString() ?? null, isTaken: taken > 0 };
}

/** Emails that the mail server deferred or that failed permanently. */
export interface DeferredEmails {
  readonly deferred: number;
  /** When the oldest deferred email was created, ISO 8601; null if none is deferred. */
  readonly deferredSince: string | null;
  /** The mail server's response to the latest attempt; may be empty. */
  readonly lastResponse: string;
  /** Number of emails that failed in the last 24 hours. */
  readonly failedLately: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the emails that wait for another attempt and those that failed recently. For administrators. */
export async function readDeferredEmails(ctx: Ctx): Promise<DeferredEmails> {
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

export interface InstallationState {
  /** Number of administrators who can sign in. */
  readonly administrators: number;
  /** Number of these administrators' approved passkeys. */
  readonly approvedPasskeys: number;
  readonly activeYear: number | null;
}

/** Returns the administrators and the active year. For administrators. */
export async function readInstallationState(ctx: Ctx): Promise<InstallationState> {
  authorize(ctx.actor, 'home.overview');
  const isAdministrator: FilterQuery<UserAccount> = {
    $and: [{ flags: { $contains: ['ADMIN'] } }, { $not: { flags: { $contains: ['DELETED'] } } }],
  };
  const [administrators, approvedPasskeys, active] = await Promise.all([
    ctx.em.count(UserAccountEntity, isAdministrator),
    ctx.em.count(PasskeyEntity, { approvedAt: { $ne: null }, user: isAdministrator }),
    ctx.em.findOne(AcademicYearEntity, { status: 'ACTIVE' }),
  ]);
  return { administrators, approvedPasskeys, activeYear: active?.year ?? null };
}
