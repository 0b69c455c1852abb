import { ACCESS_REQUEST_RETENTION_DAYS, DAY_MINUTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { SETTINGS_ID } from '#db/entities/office-settings.ts';
import type { RateLimit } from '#db/entities/rate-limit.ts';
import type { Session } from '#db/entities/session.ts';
import type { AccessToken } from '#db/entities/access-token.ts';
import type { LoginChallenge } from '#db/entities/login-challenge.ts';

type Person = Pick<UserActor, 'firstName' | 'lastName' | 'email' | 'flags' | 'highSchoolIds'>;

/** A session's user, or the address that someone without an account has proven. */
export type SessionOwner = Person &
  Pick<Session, 'provenEmail'> & {
    readonly sessionId: string;
    readonly userId: string | null;
    readonly hasApprovedPasskey: boolean;
    /** The issuer of the linked identity that started the session; null for other ways. */
    readonly identityIssuer: string | null;
    /** When the person proved who they are. ISO 8601. */
    readonly signedInAt: string;
    /** Version of the stored settings; 0 if nothing is stored. */
    readonly settingsVersion: number;
  };

interface SessionMoments {
  readonly now: Date;
  /** Sessions last used at or before this time are extended. */
  readonly seenUntil: Date;
  readonly endsAt: Date;
  readonly lifetimeMs: number;
}

/** Finds an active session's owner and extends the session, in one measured statement (decisions, section 2). */
export async function findSessionOwner(
  ctx: Connection,
  secretHash: string,
  { now, seenUntil, endsAt, lifetimeMs }: SessionMoments,
): Promise<SessionOwner | null> {
  return queryFirst<SessionOwner>(ctx)`
     with slid as (
       update session
          set seen_at = ${now}, expires_at = least(${endsAt}, created_at + ${lifetimeMs} * interval '1 millisecond')
        where secret_hash = ${secretHash} and expires_at > ${now} and seen_at <= ${seenUntil})
     select s.id as "sessionId", s.proven_email as "provenEmail", u.id as "userId",
            k.approved_at is not null as "hasApprovedPasskey", i.issuer as "identityIssuer",
            coalesce(s.proven_at, s.created_at) as "signedInAt",
            u.first_name as "firstName", u.last_name as "lastName", u.email, u.flags,
            array(select staff.high_school_id::text from high_school_staff staff
                   where staff.user_id = u.id order by staff.high_school_id) as "highSchoolIds",
            coalesce((select version from office_settings where id = ${SETTINGS_ID}), 0) as "settingsVersion"
       from session s left join user_account u on u.id = s.user_id
            left join passkey k on k.id = s.passkey_id
            left join linked_identity i on i.id = s.identity_id
      where s.secret_hash = ${secretHash} and s.expires_at > ${now}`;
}

export interface TokenOwner extends Person {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly scopes: AccessToken['scopes'];
  readonly userId: string;
  /** Version of the stored settings; 0 if nothing is stored. */
  readonly settingsVersion: number;
}

/** Finds the person of an unexpired access token and stores its use, in one statement. Null for deleted accounts. */
export async function findTokenOwner(
  ctx: Connection,
  secretHash: string,
  { now, usedUntil }: { readonly now: Date; readonly usedUntil: Date },
): Promise<TokenOwner | null> {
  return queryFirst<TokenOwner>(ctx)`
     with used as (
       update access_token set last_used_at = ${now}
        where secret_hash = ${secretHash} and expires_at > ${now}
          and (last_used_at is null or last_used_at <= ${usedUntil}))
     select t.id as "tokenId", t.name as "tokenName", t.scopes, u.id as "userId",
            u.first_name as "firstName", u.last_name as "lastName", u.email, u.flags,
            array(select staff.high_school_id::text from high_school_staff staff
                   where staff.user_id = u.id order by staff.high_school_id) as "highSchoolIds",
            coalesce((select version from office_settings where id = ${SETTINGS_ID}), 0) as "settingsVersion"
       from access_token t join user_account u on u.id = t.user_id
      where t.secret_hash = ${secretHash} and t.expires_at > ${now} and not u.flags @> array['DELETED']`;
}

/** Returns whether an approved passkey started a session. With a lock, it can't be removed before the transaction ends. */
export async function hasApprovedPasskey(
  ctx: Connection,
  sessionId: string,
  lock: 'for key share' | '' = '',
): Promise<boolean> {
  const found = await queryFirst(ctx)`
     select id from passkey
      where id = (select passkey_id from session where id = ${sessionId}) and approved_at is not null ${rawSql(lock)}`;
  return found !== null;
}

/** Returns the issuer of the linked identity that started a session, or null. Locks like `hasApprovedPasskey`. */
export async function readIdentityIssuer(
  ctx: Connection,
  sessionId: string,
  lock: 'for key share' | '' = '',
): Promise<string | null> {
  const found = await queryFirst<{ issuer: string }>(ctx)`
     select issuer from linked_identity
      where id = (select identity_id from session where id = ${sessionId}) ${rawSql(lock)}`;
  return found?.issuer ?? null;
}

/**
 * Reads a user's rights. With a lock, the account is locked before the staff rows. The two queries don't join, so each
 * returns its rows as they are after waiting for the lock.
 */
export async function readRights(
  ctx: Connection,
  userId: string,
  lock: 'for share' | '' = '',
): Promise<Person | null> {
  return queryFirst<Person>(ctx)`
     with account as materialized (
       select first_name as "firstName", last_name as "lastName", email, flags
         from user_account where id = ${userId} ${rawSql(lock)}),
     membership as materialized (
       select high_school_id from high_school_staff where user_id = ${userId} order by id ${rawSql(lock)})
     select account.*, array(select high_school_id::text from membership order by 1) as "highSchoolIds"
       from account`;
}

/** Stores the last sign-in. Keeps the account's version, because the version only counts edits. */
export async function storeLastSignIn(ctx: Connection, userId: string, at: Date): Promise<void> {
  await query(ctx)`update user_account set last_signed_in_at = ${at} where id = ${userId}`;
}

/** Keeps counters within the column's range during a long attack. */
const COUNT_MAX = 1_000_000;

/** Increments the count of the current window, or starts a window that ends at `windowEndsAt`. Locks the counter. */
export async function countInWindow(
  ctx: Connection,
  { key, windowEndsAt, now }: Pick<RateLimit, 'key' | 'windowEndsAt'> & { readonly now: Date },
): Promise<Pick<RateLimit, 'count' | 'windowEndsAt'>> {
  const row = await queryOne<Pick<RateLimit, 'count'> & { readonly windowEndsAt: string }>(ctx)`
     insert into rate_limit as stored (key, count, window_ends_at) values (${key}, 1, ${windowEndsAt})
     on conflict (key) do update
       set count = case when stored.window_ends_at <= ${now} then 1 else least(stored.count + 1, ${COUNT_MAX}) end,
           window_ends_at = case when stored.window_ends_at <= ${now} then excluded.window_ends_at
                                 else stored.window_ends_at end
     returning count, window_ends_at as "windowEndsAt"`;
  return { count: row.count, windowEndsAt: new Date(row.windowEndsAt) };
}

/** Rows deleted per table and sign-in: more than a sign-in adds, but few enough to be fast. */
const BATCH_SIZE = 100;

/** Deletes ended sessions and counters, codes sent until `codesUntil`, and old access requests. Skips locked rows. */
export async function deleteEndedSignInRows(ctx: Pick<Ctx, 'em' | 'now'>, codesUntil: Date): Promise<void> {
  const now = ctx.now();
  const purge = (table: SqlFragment, key: SqlFragment, column: SqlFragment, until: Date) =>
    query(ctx)`
       delete from ${table} where ${key} in (
         select ${key} from ${table} where ${column} <= ${until} limit ${BATCH_SIZE} for update skip locked)`;
  await purge(sql`session`, sql`id`, sql`expires_at`, now);
  await purge(sql`rate_limit`, sql`key`, sql`window_ends_at`, now);
  await purge(sql`login_challenge`, sql`id`, sql`sends_at`, codesUntil);
  await purge(sql`passkey_challenge`, sql`id`, sql`expires_at`, now);
  await purge(sql`oidc_request`, sql`id`, sql`expires_at`, now);
  const retentionMs = ACCESS_REQUEST_RETENTION_DAYS * DAY_MINUTES * 60_000;
  await purge(sql`access_request`, sql`id`, sql`expires_at`, new Date(now.getTime() - retentionMs));
}

/** The code that an attempt is compared with. It has been sent, so it has a state. */
export interface AttemptedCode {
  readonly challengeId: LoginChallenge['id'];
  readonly totpState: NonNullable<LoginChallenge['totpState']>;
}

/** Counts an attempt on the code with this link. Null if there is no such code or no attempt is left. */
export async function countAttemptByLink(
  ctx: Connection,
  { linkHash, email }: { readonly linkHash: string; readonly email: string },
  { now, attemptsMax }: { readonly now: Date; readonly attemptsMax: number },
): Promise<AttemptedCode | null> {
  return queryFirst<AttemptedCode>(ctx)`
     update login_challenge set link_attempts = link_attempts + 1
      where link_hash = ${linkHash} and email = ${email} and consumed_at is null and expires_at > ${now}
        and link_attempts < ${attemptsMax}
      returning id as "challengeId", totp_state as "totpState"`;
}

export interface AttemptOfRequester extends Pick<LoginChallenge, 'purpose' | 'email'> {
  readonly userId: string | null;
  readonly requesterHash: string;
  readonly now: Date;
  /** Only attempts on codes sent after this time count. */
  readonly countedFrom: Date;
}

/** The requester's code, otherwise the latest code of the subject. */
function attemptedCodeSql({ purpose, email, userId, requesterHash, now }: AttemptOfRequester): SqlFragment {
  return sql`
    select id from login_challenge
     where purpose = ${purpose} and email = ${email} and user_id is not distinct from ${userId}
       and totp_state is not null and consumed_at is null and expires_at > ${now}
     order by requests @> ${JSON.stringify([{ requesterHash }])}::jsonb desc, sends_at desc, id desc limit 1`;
}

/** The address's codes of the last hour, for a code `c`. A correct attempt is subtracted when the code is used. */
function countedCodesSql({ countedFrom }: AttemptOfRequester): SqlFragment {
  return sql`from login_challenge o where o.purpose = c.purpose and o.email = c.email and o.sends_at > ${countedFrom}`;
}

/** Counts an attempt on one code. Null if there is no code, or no attempt is left for the code or the address. */
export async function countAttempt(
  ctx: Connection,
  attempt: AttemptOfRequester,
  { attemptsMax, attemptsPerHour }: { readonly attemptsMax: number; readonly attemptsPerHour: number },
): Promise<AttemptedCode | null> {
  return queryFirst<AttemptedCode>(ctx)`
     update login_challenge c set attempts = c.attempts + 1
      where c.id = (${attemptedCodeSql(attempt)}) and c.consumed_at is null
        and c.attempts < ${attemptsMax}
        and (select sum(o.attempts) ${countedCodesSql(attempt)}) < ${attemptsPerHour}
      returning c.id as "challengeId", c.totp_state as "totpState"`;
}

export interface CountedAttempts extends Pick<LoginChallenge, 'expiresAt'> {
  readonly attempts: number;
  /** When the oldest code with such an attempt was sent; null without attempts. */
  readonly oldestSentAt: Date | null;
}

/** Returns the attempts that count for the address, and when the code expires; null without a code to compare with. */
export async function findCountedAttempts(
  ctx: Connection,
  attempt: AttemptOfRequester,
): Promise<CountedAttempts | null> {
  const counted = countedCodesSql(attempt);
  const row = await queryFirst<{ attempts: number; expiresAt: string; oldestSentAt: string | null }>(ctx)`
     select (select sum(o.attempts) ${counted})::int as attempts, c.expires_at as "expiresAt",
            (select min(o.sends_at) ${counted} and o.attempts > 0) as "oldestSentAt"
       from login_challenge c where c.id = (${attemptedCodeSql(attempt)})`;
  if (row === null) return null;
  const { attempts, expiresAt, oldestSentAt } = row;
  return {
    attempts,
    expiresAt: new Date(expiresAt),
    oldestSentAt: oldestSentAt === null ? null : new Date(oldestSentAt),
  };
}

/** Marks a code as used and subtracts attempts. False if it was used before or has expired. */
export async function markCodeUsed(
  ctx: Connection,
  id: string,
  { now, returnedAttempts }: { readonly now: Date; readonly returnedAttempts: number },
): Promise<boolean> {
  const consumed = await queryFirst(ctx)`
     update login_challenge set consumed_at = ${now}, attempts = attempts - ${returnedAttempts}
      where id = ${id} and consumed_at is null and expires_at > ${now} returning id`;
  return consumed !== null;
}
