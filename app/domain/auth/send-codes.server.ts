import { randomBytes } from 'node:crypto';
import { LOGIN_EMAIL_SECONDS } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { type LoginChallenge, LoginChallengeEntity } from '#db/entities/login-challenge.ts';
import { codeEmail } from './code-email.server.ts';
import { CODE_MS, lockCodesOf } from './login-codes.server.ts';
import { hashOfSecret } from './session-secret.server.ts';
import { makeCode } from './totp-strategy.server.ts';

const LINK_BYTES = 16;
const DUE_AT_ONCE_MAX = 100;

/** Sends the codes that are due and returns when the next one is. Only the server has the secrets for this. */
export async function sendDueCodes(ctx: Ctx): Promise<Date | null> {
  const now = ctx.now();
  const waiting = await ctx.em.find(
    LoginChallengeEntity,
    { totpState: null, expiresAt: { $gt: now } },
    { orderBy: { sendsAt: 'asc' }, limit: DUE_AT_ONCE_MAX, refresh: true },
  );
  const isDue = ({ sendsAt }: LoginChallenge) => sendsAt.getTime() <= now.getTime();
  for (const due of waiting.filter(isDue)) await sendCode(ctx, due);
  return waiting.find((one) => !isDue(one))?.sendsAt ?? null;
}

/** Creates a waiting code and emails it in the background. Does nothing if another process already did. */
export async function sendCode(ctx: Ctx, { id, email }: { readonly id: string; readonly email: string }) {
  const { code, totpState } = await makeCode(ctx.settings.sessionSecrets, email);
  const link = randomBytes(LINK_BYTES).toString('base64url');
  const sent = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    await lockCodesOf(tx, email);
    const now = tx.now();
    const challenge = await tx.em.findOne(LoginChallengeEntity, {
      ...{ id, totpState: null },
      ...{ sendsAt: { $lte: now }, expiresAt: { $gt: now } },
    });
    if (challenge === null || (await isTooSoon(tx, challenge))) return null;
    challenge.totpState = totpState;
    challenge.linkHash = challenge.purpose === 'SIGN_IN' ? hashOfSecret(link) : null;
    challenge.sendsAt = now;
    challenge.expiresAt = new Date(now.getTime() + CODE_MS);
    await endEarlierCodes(tx, challenge);
    await tx.em.flush();
    return challenge;
  });
  if (sent === null) return;
  const { purpose, requests, expiresAt, linkHash } = sent;
  ctx.mailer.sendSoon(
    codeEmail(ctx.settings, {
      ...{ purpose, to: email, code, requests, expiresAt },
      link: linkHash === null ? null : link,
    }),
  );
}

/** Returns whether the last email was sent late, and if so, moves this one to a minute after it. */
async function isTooSoon(tx: Ctx, challenge: LoginChallenge): Promise<boolean> {
  const minute = LOGIN_EMAIL_SECONDS * 1000;
  const { email } = challenge;
  const [last] = await tx.em.find(
    LoginChallengeEntity,
    { email, totpState: { $ne: null }, sendsAt: { $gt: new Date(tx.now().getTime() - minute) } },
    { orderBy: { sendsAt: 'desc' }, limit: 1 },
  );
  if (last === undefined) return false;
  challenge.sendsAt = new Date(last.sendsAt.getTime() + minute);
  await tx.em.flush();
  tx.mailer.sendCodesAt(challenge.sendsAt);
  return true;
}

/** Removes these requesters from their earlier codes; a code without requesters expires. */
async function endEarlierCodes(tx: Ctx, sent: LoginChallenge): Promise<void> {
  const now = tx.now();
  const requesters = new Set(sent.requests.map(({ requesterHash }) => requesterHash));
  const earlier = await tx.em.find(LoginChallengeEntity, {
    ...{ id: { $ne: sent.id }, purpose: sent.purpose, email: sent.email, user: sent.user },
    ...{ totpState: { $ne: null }, consumedAt: null, expiresAt: { $gt: now } },
  });
  for (const code of earlier) {
    const remaining = code.requests.filter(({ requesterHash }) => !requesters.has(requesterHash));
    if (remaining.length === code.requests.length) continue;
    code.requests = remaining;
    if (remaining.length === 0) code.expiresAt = now;
  }
}
