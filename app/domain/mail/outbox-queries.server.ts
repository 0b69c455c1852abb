import { sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { query } from '#app/domain/sql-queries.server.ts';
import type { RecipientValues } from '#app/schemas/email.ts';
import type { EmailState, StaffPosition } from '#app/schemas/enums.ts';
import type { OutboxMail } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';

export interface UserNow {
  readonly isDeleted: boolean;
  readonly isAdmin: boolean;
  readonly positions: readonly StaffPosition[];
  readonly isAtActiveSchool: boolean;
}

/** An outbox email claimed by this worker for `CLAIM_MS`. Emails of a delivery have no text of their own. */
export interface ClaimedEmail extends Readonly<Pick<OutboxMail, 'id' | 'kind' | 'messageId' | 'attempts'>> {
  readonly highSchoolIds: readonly string[];
  readonly deliveryId: string | null;
  readonly userId: string | null;
  /** The recipient's current address. */
  readonly toAddress: OutboxMail['toAddress'];
  readonly subject: string | null;
  readonly textBody: string | null;
  readonly recipient: RecipientValues | null;
  /** Whether the address has bounced by now. */
  readonly isBounced: boolean;
  readonly userNow: UserNow | null;
  readonly isInviteGone: boolean;
  /** Whether the email invites a deleted account. The inviter isn't notified. */
  readonly isDeletedInvited: boolean;
  readonly claimedAt: Date;
  /** Earliest time to send; not in the future if there is no rate limit. */
  readonly sendAt: Date;
}

export interface EmailSettlement {
  readonly id: string;
  readonly worker: string;
  readonly claimedAt: Date;
  readonly state: EmailState;
  readonly response: string;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  readonly now: Date;
  readonly isServerResponse: boolean;
}

export const OPEN_STATES_SQL = sql`('QUEUED', 'SENDING', 'DEFERRED')`;

export interface EmailClaim {
  readonly now: Date;
  readonly worker: string;
  readonly mailRate: number | null;
  readonly claimedUntil: Date;
}

/** Maximum wait for the rate limit. With the time for sending, it must be below `CLAIM_MS`. */
const SLOT_WAIT_MAX_MS = 5_000;

/** @param except id of the email settled by the same statement, which still sees its old state */
const firstDue = (now: Date, except: string | null) => sql`
  state in ${OPEN_STATES_SQL} and next_attempt_at <= ${now} and id is distinct from ${except}::uuid
   order by next_attempt_at limit 1 for update skip locked`;

/**
 * Locks the settled email before another one. Otherwise, this could deadlock with a cancellation,
 * which locks the emails of a delivery one after the other.
 */
const ONCE_SETTLED = sql`(select count(*) from settled) >= 0 and`;

/** Emails without a delivery, like notices and invites, are sent before any delivery's. */
const alone = (isDue: SqlFragment) => sql`
  alone as materialized (select id, user_id from outbox_mail where delivery_id is null and ${isDue})`;

/** The oldest delivery comes first; paused ones are skipped. */
const bulk = (isDue: SqlFragment) => sql`
  bulk as materialized (
    select first_due.id, first_due.user_id
      from (select id from email_delivery where status = 'SENDING' order by created_at, id offset 0) delivery
     cross join lateral (select id, user_id from outbox_mail where delivery_id = delivery.id and ${isDue}) first_due
     where not exists (select from alone) limit 1)`;

const DUE = sql`due as materialized (select id, user_id from alone union all select id, user_id from bulk)`;

/** Reserves a slot in the rate limit shared by all workers. Claims nothing if the next slot is too far away. */
function reserveSlot(now: Date, mailRate: number): SqlFragment {
  const step = sql`${Math.ceil(1000 / mailRate)}::float8 * interval '1 millisecond'`;
  return sql`
  due as materialized (
    select id, user_id from (select id, user_id from alone union all select id, user_id from bulk) either
     where not exists (select from mail_pace where next_at > ${new Date(now.getTime() + SLOT_WAIT_MAX_MS)})),
  turn as (
    insert into mail_pace (id, next_at)
    select 1, ${now}::timestamptz + ${step} from due
        on conflict (id) do update
           set next_at = greatest(mail_pace.next_at, ${now}::timestamptz) + ${step}
    returning next_at - ${step} as leaves_at)`;
}

/** Ends a `with`: claims the next due email, first those without a delivery. `settledId` is null if none is settled. */
function claimSql(
  { now, worker, mailRate, claimedUntil }: EmailClaim,
  settledId: string | null,
): SqlFragment {
  const isDue = sql`${settledId === null ? sql`` : ONCE_SETTLED} ${firstDue(now, settledId)}`;
  return sql`${alone(isDue)}, ${bulk(isDue)}, ${mailRate === null ? DUE : reserveSlot(now, mailRate)}
  update outbox_mail mail
     set state = 'SENDING', claimed_at = ${now}, claimed_by = ${worker}, attempts = mail.attempts + 1,
         next_attempt_at = ${claimedUntil}, to_address = ${ADDRESS_NOW}
    from due left join user_account u on u.id = due.user_id
   where mail.id = due.id
  returning mail.id, mail.kind, mail.delivery_id as "deliveryId", mail.high_school_ids as "highSchoolIds",
            mail.user_id as "userId", mail.to_address as "toAddress", mail.subject, mail.text_body as "textBody",
            mail.merge_values as recipient, mail.message_id as "messageId", mail.attempts, ${RECIPIENT_NOW_COLUMNS},
            ${mailRate === null ? sql`null` : sql`(select leaves_at from turn)`} as "sendAt"`;
}

/** The current address of the account `u` of an email `mail`; the stored one without an account or if it's deleted. */
const ADDRESS_NOW = sql`case when u.flags @> '{DELETED}' then mail.to_address else coalesce(u.email, mail.to_address) end`;

/** Columns `isBounced`, `userNow`, `isInviteGone`, and `isDeletedInvited` of a `ClaimedEmail`. */
const RECIPIENT_NOW_COLUMNS = sql`
  exists (select from bounced_address b where b.address = mail.to_address) as "isBounced",
  case when u.id is not null then json_build_object(
    'isDeleted', u.flags @> '{DELETED}', 'isAdmin', u.flags @> '{ADMIN}',
    'positions', array(select f.position from high_school_staff f
                        where f.user_id = u.id and f.high_school_id = any (mail.high_school_ids)),
    'isAtActiveSchool', exists (select from high_school_staff f
                                  join high_school h on h.id = f.high_school_id and h.status = 'ACTIVE'
                                 where f.user_id = u.id and f.high_school_id = any (mail.high_school_ids))) end as "userNow",
  mail.invite_id is not null and not exists (select from user_invite i where i.id = mail.invite_id) as "isInviteGone",
  mail.invite_id is not null and exists (select from user_account a where lower(a.email) = mail.to_address
                                            and a.flags @> '{DELETED}') as "isDeletedInvited"`;

/** Addresses that the server rejects receive no more email until an administrator clears them. */
function settledAndBounced(settlement: EmailSettlement): SqlFragment {
  const { id, worker, claimedAt, state, response, nextAttemptAt, sentAt, now, isServerResponse } = settlement;
  return sql`
  settled as (
    update outbox_mail
       set state = ${state}, response = ${response}, next_attempt_at = ${nextAttemptAt}, sent_at = ${sentAt},
           claimed_at = null, claimed_by = null
     where id = ${id} and state = 'SENDING' and claimed_by = ${worker} and claimed_at = ${claimedAt}
    returning to_address, state, response),
  bounced as (
    insert into bounced_address (address, source, reason, bounced_at)
    select lower(to_address), 'SMTP', coalesce(response, ''), ${now} from settled
     where state = 'BOUNCED' and ${isServerResponse}
        on conflict (address) do nothing)`;
}

/**
 * Settles the last email, if any, and claims the next due one, in one statement. Skips locked rows, and doesn't settle
 * a claim that another worker has taken over. Null if none is due, or the rate limit allows none soon.
 */
export async function settleAndClaimEmail(
  orm: Orm,
  settlement: EmailSettlement | null,
  claim: EmailClaim,
): Promise<ClaimedEmail | null> {
  type Row = Omit<ClaimedEmail, 'claimedAt' | 'sendAt'> & { readonly sendAt: Date | string | null };
  const settling = settlement === null ? sql`` : sql`${settledAndBounced(settlement)}, `;
  const [row] = await executePrepared<Row>(
    orm,
    `claim_mail${settlement === null ? '' : '_settling'}${claim.mailRate === null ? '' : '_paced'}`,
    sql`with ${settling}${claimSql(claim, settlement?.id ?? null)}`,
  );
  if (row === undefined) return null;
  return { ...row, claimedAt: claim.now, sendAt: new Date(row.sendAt ?? claim.now) };
}

/** Records the result of an email without claiming the next one. */
export async function settleEmailAlone(orm: Orm, settlement: EmailSettlement): Promise<void> {
  await query({ em: orm.em.fork() })`with ${settledAndBounced(settlement)} select`;
}

/**
 * Avoids parsing and planning a frequent statement each time. Runs outside of any transaction.
 * @param name unique to this SQL text
 */
async function executePrepared<Row>(orm: Orm, name: string, statement: SqlFragment): Promise<Row[]> {
  const result = await orm.em
    .getKnex()
    .raw<{ rows: Row[] }>(statement.sql, statement.params as never)
    .options({ name });
  return result.rows;
}
