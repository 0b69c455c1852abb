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
  readonly leavesAt: Date;
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

export const OPEN_STATES_SQL = `('QUEUED', 'SENDING', 'DEFERRED')`;

export interface EmailClaim {
  readonly now: Date;
  readonly worker: string;
  readonly mailRate: number | null;
  readonly holdsUntil: Date;
  /** Id of the email settled by the same statement, which still sees its old state. */
  readonly except: string | null;
}

/** Maximum wait for the rate limit. With the time for sending, it must be below `CLAIM_MS`. */
const LONGEST_TURN_MS = 5_000;

const FIRST_DUE = `
  state in ${OPEN_STATES_SQL} and next_attempt_at <= ? and id is distinct from ?::uuid
   order by next_attempt_at limit 1 for update skip locked`;

/**
 * Locks the settled email before another one. Otherwise, this could deadlock with a cancellation,
 * which locks the emails of a delivery one after the other.
 */
const ONCE_SETTLED = `(select count(*) from settled) >= 0 and`;

/** Emails without a delivery, like notices and invites, are sent before any delivery's. */
const alone = (isDue: string) => `
  alone as materialized (select id, user_id from outbox_mail where delivery_id is null and ${isDue})`;

/** The oldest delivery comes first; paused ones are skipped. */
const bulk = (isDue: string) => `
  bulk as materialized (
    select first_due.id, first_due.user_id
      from (select id from email_delivery where status = 'SENDING' order by created_at, id offset 0) delivery
     cross join lateral (select id, user_id from outbox_mail where delivery_id = delivery.id and ${isDue}) first_due
     where not exists (select from alone) limit 1)`;

const DUE = `due as materialized (select id, user_id from alone union all select id, user_id from bulk)`;

/** Reserves a slot in the rate limit shared by all workers. Claims nothing if the next slot is too far away. */
const DUE_IN_TURN = `
  due as materialized (
    select id, user_id from (select id, user_id from alone union all select id, user_id from bulk) either
     where not exists (select from mail_pace where next_at > ?)),
  turn as (
    insert into mail_pace (id, next_at)
    select 1, ?::timestamptz + ?::float8 * interval '1 millisecond' from due
        on conflict (id) do update
           set next_at = greatest(mail_pace.next_at, ?::timestamptz) + ?::float8 * interval '1 millisecond'
    returning next_at - ?::float8 * interval '1 millisecond' as leaves_at)`;

interface ClaimKind {
  readonly isSettling: boolean;
  readonly isPaced: boolean;
}

/** Ends a `with`: claims the next due email, first those without a delivery. Its parameters are `claimParams`. */
function claimSql({ isSettling, isPaced }: ClaimKind): string {
  const isDue = `${isSettling ? ONCE_SETTLED : ''} ${FIRST_DUE}`;
  return `${alone(isDue)}, ${bulk(isDue)}, ${isPaced ? DUE_IN_TURN : DUE}
  update outbox_mail mail
     set state = 'SENDING', claimed_at = ?, claimed_by = ?, attempts = mail.attempts + 1, next_attempt_at = ?,
         to_address = ${ADDRESS_NOW}
    from due left join user_account u on u.id = due.user_id
   where mail.id = due.id
  returning mail.id, mail.kind, mail.delivery_id as "deliveryId", mail.high_school_ids as "highSchoolIds",
            mail.user_id as "userId", mail.to_address as "toAddress", mail.subject, mail.text_body as "textBody",
            mail.merge_values as recipient, mail.message_id as "messageId", mail.attempts, ${RECIPIENT_NOW_COLUMNS},
            ${isPaced ? '(select leaves_at from turn)' : 'null'} as "leavesAt"`;
}

function claimParams({ now, worker, mailRate, holdsUntil, except }: EmailClaim): unknown[] {
  const due = [now, except, now, except];
  return [...due, ...(mailRate === null ? [] : turnParams(now, mailRate)), now, worker, holdsUntil];
}

function turnParams(now: Date, mailRate: number): unknown[] {
  const stepMs = Math.ceil(1000 / mailRate);
  return [new Date(now.getTime() + LONGEST_TURN_MS), now, stepMs, now, stepMs, stepMs];
}

/** The current address of the account `u` of an email `mail`; the stored one without an account or if it's deleted. */
const ADDRESS_NOW = `case when u.flags @> '{DELETED}' then mail.to_address else coalesce(u.email, mail.to_address) end`;

/** Columns `isBounced`, `userNow`, `isInviteGone`, and `isDeletedInvited` of a `ClaimedEmail`. */
const RECIPIENT_NOW_COLUMNS = `
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

const SETTLE = `
  update outbox_mail
     set state = ?, response = ?, next_attempt_at = ?, sent_at = ?, claimed_at = null, claimed_by = null
   where id = ? and state = 'SENDING' and claimed_by = ? and claimed_at = ?
  returning to_address, state, response`;

/** Addresses that the server rejects receive no more email until an administrator clears them. */
const SETTLED_AND_BOUNCED = `
  settled as (${SETTLE}),
  bounced as (
    insert into bounced_address (address, source, reason, bounced_at)
    select lower(to_address), 'SMTP', coalesce(response, ''), ? from settled where state = 'BOUNCED' and ?
        on conflict (address) do nothing)`;

function settleParams(settlement: EmailSettlement): unknown[] {
  const { id, worker, claimedAt, state, response, nextAttemptAt, sentAt, now, isServerResponse } = settlement;
  return [state, response, nextAttemptAt, sentAt, id, worker, claimedAt, now, isServerResponse];
}

/**
 * Settles the last email, if any, and claims the next due one, in one statement. Skips locked rows, and doesn't settle
 * a claim that another worker has taken over. Null if none is due, or the rate limit allows none soon.
 */
export async function settleAndClaimEmail(
  orm: Orm,
  settlement: EmailSettlement | null,
  claim: Omit<EmailClaim, 'except'>,
): Promise<ClaimedEmail | null> {
  const kind: ClaimKind = { isSettling: settlement !== null, isPaced: claim.mailRate !== null };
  const statement = {
    name: `claim_mail${kind.isSettling ? '_settling' : ''}${kind.isPaced ? '_paced' : ''}`,
    sql: `with ${kind.isSettling ? `${SETTLED_AND_BOUNCED}, ` : ''}${claimSql(kind)}`,
  };
  type Row = Omit<ClaimedEmail, 'claimedAt' | 'leavesAt'> & { readonly leavesAt: Date | string | null };
  const [row] = await executePrepared<Row>(orm, statement, [
    ...(settlement === null ? [] : settleParams(settlement)),
    ...claimParams({ ...claim, except: settlement?.id ?? null }),
  ]);
  if (row === undefined) return null;
  return { ...row, claimedAt: claim.now, leavesAt: new Date(row.leavesAt ?? claim.now) };
}

/** Records the result of an email without claiming the next one. */
export async function settleEmailAlone(orm: Orm, settlement: EmailSettlement): Promise<void> {
  await orm.em.fork().execute(`with ${SETTLED_AND_BOUNCED} select`, settleParams(settlement));
}

interface PreparedStatement {
  /** Must be unique to this SQL text. */
  readonly name: string;
  readonly sql: string;
}

/**
 * Avoids parsing and planning a frequent statement each time. Its `?` are parameters. Runs outside of any transaction.
 */
async function executePrepared<Row>(
  orm: Orm,
  { name, sql }: PreparedStatement,
  params: readonly unknown[],
): Promise<Row[]> {
  const answer = await orm.em
    .getKnex()
    .raw<{ rows: Row[] }>(sql, params as never)
    .options({ name });
  return answer.rows;
}
