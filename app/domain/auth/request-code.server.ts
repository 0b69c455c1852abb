import { counted } from '#app/lib/text/counted.ts';
import { randomUUID } from 'node:crypto';
import { LOGIN_CODES_PER_CLIENT, LOGIN_EMAIL_SECONDS, LOGIN_WINDOW_MINUTES } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { RateLimited } from '#app/lib/domain-errors.ts';
import type { LoginInput } from '#app/schemas/auth.ts';
import { type CodeRequest, LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { formatBrowser } from './browser-name.ts';
import type { Caller } from './sessions.server.ts';
import { clientNetwork } from './client-network.server.ts';
import { type ChallengeSubject, CODE_MS, lockCodesOf } from './login-codes.server.ts';
import { countOnce } from './rate-limits.server.ts';
import { sendCode } from './send-codes.server.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** When the requested code's email leaves: now, or a minute after the address's last one. */
export interface RequestedCode {
  readonly sendsAt: Date;
}

interface Requester {
  /** A browser's secret, or what else tells who is asking; only its hash is stored. */
  readonly secret: string;
  readonly caller: Caller;
}

/** Who shares an email is compared with its code; beyond so many, the newest code of the address is. */
const REQUESTS_PER_CODE_MAX = 50;

const EMAIL_MS = LOGIN_EMAIL_SECONDS * 1000;

/**
 * Requests a code, which is emailed at once, or with the address's next email. Nothing here asks whether the address has an account,
 * so all addresses get the same answer in the same time.
 *
 * @throws {RateLimited} for a client address that asked too often
 */
export async function requestCode(
  ctx: Ctx,
  subject: ChallengeSubject,
  { secret, caller }: Requester,
): Promise<RequestedCode> {
  await admitClient(ctx, clientNetwork(caller.clientAddress));
  const request = {
    requesterHash: hashOfSecret(secret),
    clientAddress: caller.clientAddress,
    browser: formatBrowser(caller.userAgent),
    at: ctx.now().toISOString(),
  };
  const next = await inTransaction(ctx, (tx) => joinNextCode(tx, subject, request));
  if (next.sendsAt.getTime() <= ctx.now().getTime()) await sendCode(ctx, next);
  else ctx.mailer.sendCodesAt(next.sendsAt);
  return { sendsAt: next.sendsAt };
}

/** The code that waits to be sent, with this request; the first request of a minute makes it. */
async function joinNextCode(tx: Ctx, subject: ChallengeSubject, request: CodeRequest) {
  const { purpose, email, userId } = subject;
  await lockCodesOf(tx, email);
  const now = tx.now();
  const waiting = await tx.em.findOne(
    LoginChallengeEntity,
    { purpose, email, user: userId, totpState: null, expiresAt: { $gt: now } },
    { refresh: true },
  );
  if (waiting !== null) {
    const others = waiting.requests.filter(({ requesterHash }) => requesterHash !== request.requesterHash);
    if (others.length < REQUESTS_PER_CODE_MAX) waiting.requests = [...others, request];
    await tx.em.flush();
    return { id: waiting.id, email, sendsAt: waiting.sendsAt };
  }
  const sendsAt = await nextFreeMinute(tx, subject);
  const id = randomUUID();
  const expiresAt = new Date(sendsAt.getTime() + CODE_MS);
  tx.em.create(
    LoginChallengeEntity,
    { id, purpose, email, user: userId, requests: [request], sendsAt, expiresAt },
    { persist: true },
  );
  await tx.em.flush();
  return { id, email, sendsAt };
}

/**
 * The first moment that is a minute apart from the address's other code emails. Codes for a new address leave every second minute to
 * signing in: accounts that change theirs cannot delay anybody's sign-in by more than two.
 */
async function nextFreeMinute(tx: Ctx, { purpose, email }: ChallengeSubject): Promise<Date> {
  const now = tx.now();
  const others = await tx.em.find(
    LoginChallengeEntity,
    { email, sendsAt: { $gt: new Date(now.getTime() - 2 * EMAIL_MS) } },
    { orderBy: { sendsAt: 'asc' }, fields: ['purpose', 'sendsAt'] },
  );
  const taken = others.flatMap((other) => {
    const at = other.sendsAt.getTime();
    return purpose === 'CHANGE_EMAIL' && other.purpose === 'CHANGE_EMAIL' ? [at, at + EMAIL_MS] : [at];
  });
  let free = now.getTime();
  for (const at of taken.toSorted((one, other) => one - other)) {
    if (Math.abs(at - free) < EMAIL_MS) free = at + EMAIL_MS;
  }
  return new Date(free);
}

async function admitClient(ctx: Ctx, network: string): Promise<void> {
  const { count, secondsLeft } = await countOnce(ctx, {
    what: 'codes-per-client',
    whom: network,
    windowMinutes: LOGIN_WINDOW_MINUTES,
  });
  if (count <= LOGIN_CODES_PER_CLIENT) return;
  const minutes = Math.ceil(secondsLeft / 60);
  throw new RateLimited(
    `Too many codes were requested from your network. Try again in ${counted(minutes, 'minute')}.`,
    secondsLeft,
  );
}

/** A browser that requests a code, which is compared with its tries from then on. */
export type AskingBrowser = Caller & { readonly browserSecret: string };

/**
 * Emails a sign-in code to an address, whoever it belongs to (specification, section 7, login; decisions, section 4): for ten minutes
 * and five tries. At most one email a minute: requests within it share the next one.
 *
 * @throws {RateLimited} beyond 20 requests of a client address in 15 minutes
 */
export async function requestLoginCode(ctx: Ctx, input: LoginInput & AskingBrowser): Promise<RequestedCode> {
  const { email, browserSecret: secret } = input;
  return requestCode(ctx, { purpose: 'SIGN_IN', email, userId: null }, { secret, caller: input });
}

/** The code that the link in an email leads to: its address, and when it was sent. Null for a link that leads to none any more. */
export async function findLinkedCode(
  ctx: Ctx,
  link: string,
): Promise<{ readonly email: string; readonly sentAt: Date } | null> {
  const code = await ctx.em.findOne(LoginChallengeEntity, {
    linkHash: hashOfSecret(link),
    consumedAt: null,
    expiresAt: { $gt: ctx.now() },
  });
  return code === null ? null : { email: code.email, sentAt: code.sendsAt };
}
