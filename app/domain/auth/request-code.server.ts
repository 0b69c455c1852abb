import { randomUUID } from 'node:crypto';
import { LOGIN_CODES_PER_CLIENT, LOGIN_EMAIL_SECONDS, LOGIN_WINDOW_MINUTES } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import type { LoginInput } from '#app/schemas/auth.ts';
import { type CodeRequest, LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { formatBrowser } from './browser-name.ts';
import type { Caller } from './sessions.server.ts';
import { clientNetwork } from './client-network.server.ts';
import { type ChallengeSubject, CODE_MS, lockCodesOf } from './login-codes.server.ts';
import { limitRate } from './rate-limits.server.ts';
import { sendCode } from './send-codes.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** A code request's result: when the code is emailed, now or a minute after the address's last code email. */
export interface RequestedCode {
  readonly sendsAt: Date;
}

interface Requester {
  /** A browser's secret, or another identifier of the requester; only a hash is stored. */
  readonly secret: string;
  readonly caller: Caller;
}

/** Attempts of requesters beyond this number are compared with the latest code of the address. */
const REQUESTS_PER_CODE_MAX = 50;

const EMAIL_MS = LOGIN_EMAIL_SECONDS * 1000;

/**
 * Requests a code, which is sent now or with the next email to this address. Doesn't check whether the address has an
 * account, so all addresses get the same response in the same time.
 *
 * @throws {RateLimited} when the client's network requested too many codes
 */
export async function requestCode(
  ctx: Ctx,
  subject: ChallengeSubject,
  { secret, caller }: Requester,
): Promise<RequestedCode> {
  await limitRate(ctx, {
    ...{ name: 'codes-per-client', subject: clientNetwork(caller.clientAddress) },
    ...{ windowMinutes: LOGIN_WINDOW_MINUTES, max: LOGIN_CODES_PER_CLIENT },
    message: (seconds) => USER_MESSAGES.tooManyCodes(Math.ceil(seconds / 60)),
  });
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

/** Adds the request to the waiting code, or creates one if none is waiting. */
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
 * Returns the first time a minute away from the address's other code emails. Address-change codes leave every second
 * minute free, so they can't delay a sign-in by more than two minutes.
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

export type RequestingBrowser = Caller & { readonly browserSecret: string };

/**
 * Emails a sign-in code, at most one per minute and address (specification, section 7, login; decisions, section 4).
 *
 * @throws {RateLimited} after 20 requests from a client's network in 15 minutes
 */
export async function requestLoginCode(
  ctx: Ctx,
  input: LoginInput & RequestingBrowser,
): Promise<RequestedCode> {
  const { email, browserSecret: secret } = input;
  return requestCode(ctx, { purpose: 'SIGN_IN', email, userId: null }, { secret, caller: input });
}

/** Finds the code that a link in an email opens. Null if the code was used or has expired. */
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
