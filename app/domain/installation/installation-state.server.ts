import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { OPEN_STATES_SQL } from '#app/domain/mail/claim-sql.ts';
import { authorize } from '#app/policy/authorize.ts';

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
