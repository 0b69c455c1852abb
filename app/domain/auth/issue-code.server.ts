import { LOGIN_CODES_PER_CLIENT, LOGIN_WINDOW_MINUTES } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { RateLimited } from '#app/lib/domain-errors.ts';
import type { Caller } from './caller.ts';
import { clientNetwork } from './client-network.server.ts';
import { codeMail } from './code-mail.server.ts';
import { type ChallengeSubject, openChallenge } from './login-challenges.server.ts';
import { countOnce } from './rate-limits.server.ts';
import { makeCode } from './totp-strategy.server.ts';

/**
 * Makes a code, keeps its state and mails it in the background. Nothing here asks whether the address has an account, so
 * that all addresses are answered alike and in the same time; one that had its codes for now quietly gets no mail.
 * Throws RateLimited for a client address that asked too often.
 */
export async function issueCode(ctx: Ctx, subject: ChallengeSubject, caller: Caller): Promise<void> {
  const network = clientNetwork(caller.clientAddress);
  await admitClient(ctx, network);
  const { code, totpState } = await makeCode(ctx.settings.sessionSecrets, subject.email);
  const opened = await inTransaction(ctx, (tx) =>
    openChallenge(tx, subject, { totpState, askedFrom: network }),
  );
  if (opened === null) {
    ctx.log.warn({ purpose: subject.purpose }, 'an address has had its codes for now');
    return;
  }
  ctx.mailer.sendSoon(
    codeMail(ctx.settings, {
      purpose: subject.purpose,
      to: subject.email,
      code,
      caller,
      askedAt: opened.createdAt,
      expiresAt: opened.expiresAt,
    }),
  );
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
    `Too many codes were asked for from your address. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    secondsLeft,
  );
}
