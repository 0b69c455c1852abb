import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { RateLimit } from '#db/entities/rate-limit.ts';
import type { Session } from '#db/entities/session.ts';

type Person = Pick<UserActor, 'firstName' | 'lastName' | 'email' | 'flags' | 'highSchoolIds'>;

/** Of a session: its user, or the address that its newcomer proved. */
export type SessionOwnerRow = Person &
  Pick<Session, 'provenEmail'> & { readonly sessionId: string; readonly userId: string | null };

/** The moments that a session's life depends on. */
interface SessionMoments {
  readonly now: Date;
  /** A last use until then is written anew; `endsAt` is the new end. */
  readonly seenUntil: Date;
  readonly endsAt: Date;
  /** Of the whole session. */
  readonly lifetimeMs: number;
}

/**
 * Whose session this is, unless it has ended: one statement, which also moves its end on. Each request asks it, so it is measured
 * (decisions, section 2).
 */
export async function findSessionOwner(
  em: EntityManager,
  secretHash: string,
  { now, seenUntil, endsAt, lifetimeMs }: SessionMoments,
): Promise<SessionOwnerRow | null> {
  const [row] = await em.execute<SessionOwnerRow[]>(
    `with slid as (
       update session
          set seen_at = ?, expires_at = least(?, created_at + ? * interval '1 millisecond')
        where secret_hash = ? and expires_at > ? and seen_at <= ?)
     select s.id as "sessionId", s.proven_email as "provenEmail", u.id as "userId",
            u.first_name as "firstName", u.last_name as "lastName", u.email, u.flags,
            array(select staff.high_school_id::text from high_school_staff staff
                   where staff.user_id = u.id order by staff.high_school_id) as "highSchoolIds"
       from session s left join user_account u on u.id = s.user_id
      where s.secret_hash = ? and s.expires_at > ?`,
    [now, endsAt, lifetimeMs, secretHash, now, seenUntil, secretHash, now],
  );
  return row ?? null;
}

/**
 * A user's rights. With a lock both are locked in one statement, the account first; neither joins, so each gives the row as it is
 * after the wait.
 */
export async function readRights(
  em: EntityManager,
  userId: string,
  lock: 'for share' | '' = '',
): Promise<Person | null> {
  const [row] = await em.execute<Person[]>(
    `with account as materialized (
       select first_name as "firstName", last_name as "lastName", email, flags
         from user_account where id = ? ${lock}),
     membership as materialized (
       select high_school_id from high_school_staff where user_id = ? order by id ${lock})
     select account.*, array(select high_school_id::text from membership order by 1) as "highSchoolIds"
       from account`,
    [userId, userId],
  );
  return row ?? null;
}

/** Keeps the moment of a sign-in. The account's version counts what people edit, so it stays. */
export async function storeLastSignIn(em: EntityManager, userId: string, at: Date): Promise<void> {
  await em.execute('update user_account set last_signed_in_at = ? where id = ?', [at, userId]);
}

/** Keeps counts within the column's range during a long attack. */
const COUNT_MAX = 1_000_000;

/** Counts once more in the present window, or begins one that ends at `windowEndsAt`. The counter stays locked in a transaction. */
export async function countInWindow(
  em: EntityManager,
  { key, windowEndsAt, now }: Pick<RateLimit, 'key' | 'windowEndsAt'> & { readonly now: Date },
): Promise<Pick<RateLimit, 'count' | 'windowEndsAt'>> {
  const [row] = await em.execute<{ count: number; windowEndsAt: string }[]>(
    `insert into rate_limit as kept (key, count, window_ends_at) values (?, 1, ?)
     on conflict (key) do update
       set count = case when kept.window_ends_at <= ? then 1 else least(kept.count + 1, ?) end,
           window_ends_at = case when kept.window_ends_at <= ? then excluded.window_ends_at
                                 else kept.window_ends_at end
     returning count, window_ends_at as "windowEndsAt"`,
    [key, windowEndsAt, now, COUNT_MAX, now],
  );
  if (row === undefined) throw new Error('The counter answered nothing');
  return { count: row.count, windowEndsAt: new Date(row.windowEndsAt) };
}

/** So many rows of a table at once: each sign-in removes more than it adds, and none has much to do. */
const BATCH = 100;

/** Removes ended sessions and counters, and codes sent until `codesUntil`. Rows that others hold are left to them. */
export async function deleteEndedSignInRows(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  codesUntil: Date,
): Promise<void> {
  const purge = (table: string, key: string, column: string, moment: Date) =>
    em.execute(
      `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${column} <= ? limit ${BATCH} for update skip locked)`,
      [moment],
    );
  await purge('session', 'id', 'expires_at', now());
  await purge('rate_limit', 'key', 'window_ends_at', now());
  await purge('login_challenge', 'id', 'sends_at', codesUntil);
}
