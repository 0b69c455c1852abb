import type { EntityManager } from '@mikro-orm/postgresql';
import type { LoginChallenge } from '#db/entities/login-challenge.ts';

/** The code that an attempt is compared with. It has been sent, so it has a state. */
export interface TriedCode {
  readonly challengeId: LoginChallenge['id'];
  readonly totpState: NonNullable<LoginChallenge['totpState']>;
}

/** Counts an attempt on the code with this link. Null if there is no such code or no attempt is left. */
export async function countTryByLink(
  em: EntityManager,
  { linkHash, email }: { readonly linkHash: string; readonly email: string },
  { now, triesMax }: { readonly now: Date; readonly triesMax: number },
): Promise<TriedCode | null> {
  const [tried] = await em.execute<TriedCode[]>(
    `update login_challenge set link_attempts = link_attempts + 1
      where link_hash = ? and email = ? and consumed_at is null and expires_at > ? and link_attempts < ?
      returning id as "challengeId", totp_state as "totpState"`,
    [linkHash, email, now, triesMax],
  );
  return tried ?? null;
}

export interface TryOfRequester extends Pick<LoginChallenge, 'purpose' | 'email'> {
  readonly userId: string | null;
  readonly requesterHash: string;
  readonly now: Date;
  /** Only attempts on codes sent after this time count. */
  readonly countedFrom: Date;
}

/** The requester's code, otherwise the latest code of the subject. */
const TARGET = `
  select id from login_challenge
   where purpose = :purpose and email = :email and user_id is not distinct from :userId
     and totp_state is not null and consumed_at is null and expires_at > :now
   order by requests @> cast(:requester as jsonb) desc, sends_at desc, id desc limit 1`;

const OF_ADDRESS = `
  from login_challenge o where o.purpose = c.purpose and o.email = c.email and o.sends_at > :countedFrom`;

/** Incorrect attempts on the address in the last hour. A correct attempt is subtracted when the code is used. */
const TRIES = `(select sum(o.attempts) ${OF_ADDRESS})`;

/** Counts an attempt on one code. Null if there is no code, or no attempt is left for the code or the address. */
export async function countTry(
  em: EntityManager,
  { requesterHash, ...tried }: TryOfRequester,
  limits: { readonly triesMax: number; readonly triesPerHour: number },
): Promise<TriedCode | null> {
  const [code] = await em.execute<TriedCode[]>(
    em.getKnex().raw(
      `update login_challenge c set attempts = c.attempts + 1
        where c.id = (${TARGET}) and c.consumed_at is null
          and c.attempts < :triesMax and ${TRIES} < :triesPerHour
        returning c.id as "challengeId", c.totp_state as "totpState"`,
      { ...tried, ...limits, requester: JSON.stringify([{ requesterHash }]) },
    ),
  );
  return code ?? null;
}

export interface TriesCounted extends Pick<LoginChallenge, 'expiresAt'> {
  readonly tries: number;
  readonly oldestTriedAt: Date | null;
}

export async function findTriesCounted(
  em: EntityManager,
  { requesterHash, ...tried }: TryOfRequester,
): Promise<TriesCounted | null> {
  const [row] = await em.execute<{ tries: number; expiresAt: string; oldestTriedAt: string | null }[]>(
    em.getKnex().raw(
      `select cast(${TRIES} as int) as tries, c.expires_at as "expiresAt",
              (select min(o.sends_at) ${OF_ADDRESS} and o.attempts > 0) as "oldestTriedAt"
         from login_challenge c where c.id = (${TARGET})`,
      { ...tried, requester: JSON.stringify([{ requesterHash }]) },
    ),
  );
  if (row === undefined) return null;
  const { tries, expiresAt, oldestTriedAt } = row;
  return {
    tries,
    expiresAt: new Date(expiresAt),
    oldestTriedAt: oldestTriedAt === null ? null : new Date(oldestTriedAt),
  };
}

/** Marks a code as used and subtracts attempts. False if it was used before or has expired. */
export async function markCodeUsed(
  em: EntityManager,
  id: string,
  { now, triesGivenBack }: { readonly now: Date; readonly triesGivenBack: number },
): Promise<boolean> {
  const consumed = await em.execute<unknown[]>(
    `update login_challenge set consumed_at = ?, attempts = attempts - ?
      where id = ? and consumed_at is null and expires_at > ? returning id`,
    [now, triesGivenBack, id, now],
  );
  return consumed.length === 1;
}
