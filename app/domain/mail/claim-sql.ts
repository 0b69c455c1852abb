import { ADDRESS_NOW, RECIPIENT_NOW_COLUMNS } from './recipient-now-sql.ts';

/** The states of a mail that still has to leave. */
export const OPEN_STATES_SQL = `('QUEUED', 'SENDING', 'DEFERRED')`;

export interface ClaimParams {
  readonly now: Date;
  readonly worker: string;
  readonly mailRate: number | null;
  readonly holdsUntil: Date;
  /** The mail that the same statement settles, which it still sees as it was. */
  readonly except: string | null;
}

/** A claim waits for its turn so long at most: with the time that sending may take it stays below what a claim holds. */
const LONGEST_TURN_MS = 5_000;

const FIRST_DUE = `
  state in ${OPEN_STATES_SQL} and next_attempt_at <= ? and id is distinct from ?::uuid
   order by next_attempt_at limit 1 for update skip locked`;

/**
 * Asks for the settled mail before another is locked: who waits for the one must not hold the other, or it and a cancelling
 * administrator, who takes one mail of a delivery after the other, wait for each other.
 */
const ONCE_SETTLED = `(select count(*) from settled) >= 0 and`;

/** Mails on their own, like notices and invitations, come before bulk mail, however much of that waits. */
const alone = (isDue: string) => `
  alone as materialized (select id, user_id from outbox_mail where delivery_id is null and ${isDue})`;

/** Of deliveries the oldest comes first; one that is paused is not looked at. */
const bulk = (isDue: string) => `
  bulk as materialized (
    select first_due.id, first_due.user_id
      from (select id from email_delivery where status = 'SENDING' order by created_at, id offset 0) delivery
     cross join lateral (select id, user_id from outbox_mail where delivery_id = delivery.id and ${isDue}) first_due
     where not exists (select from alone) limit 1)`;

const DUE = `due as materialized (select id, user_id from alone union all select id, user_id from bulk)`;

/** The turn is reserved as it is read, for all workers together; nobody takes a mail whose turn is far away. */
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

export interface ClaimKind {
  /** Whether the `with` has a `settled` before it. */
  readonly isSettling: boolean;
  readonly isPaced: boolean;
}

/**
 * The end of a `with` that takes the mail which is due, if there is one: of the mails on their own the one that waits longest,
 * else of the deliveries. It goes to the address that its recipient has now. Its parameters are `claimParams`.
 */
export function claimSql({ isSettling, isPaced }: ClaimKind): string {
  const isDue = `${isSettling ? ONCE_SETTLED : ''} ${FIRST_DUE}`;
  return `${alone(isDue)}, ${bulk(isDue)}, ${isPaced ? DUE_IN_TURN : DUE}
  update outbox_mail mail
     set state = 'SENDING', claimed_at = ?, claimed_by = ?, attempts = mail.attempts + 1, next_attempt_at = ?,
         to_address = ${ADDRESS_NOW}
    from due left join user_account u on u.id = due.user_id
   where mail.id = due.id
  returning mail.id, mail.kind, mail.delivery_id, mail.high_school_ids, mail.user_id, mail.to_address, mail.subject, mail.text_body,
            mail.merge_values, mail.message_id, mail.attempts, ${RECIPIENT_NOW_COLUMNS},
            ${isPaced ? '(select leaves_at from turn)' : 'null'} as leaves_at`;
}

/** The values of `claimSql`, in order. */
export function claimParams({ now, worker, mailRate, holdsUntil, except }: ClaimParams): unknown[] {
  const due = [now, except, now, except];
  return [...due, ...(mailRate === null ? [] : turnParams(now, mailRate)), now, worker, holdsUntil];
}

function turnParams(now: Date, mailRate: number): unknown[] {
  const stepMs = Math.ceil(1000 / mailRate);
  return [new Date(now.getTime() + LONGEST_TURN_MS), now, stepMs, now, stepMs, stepMs];
}
