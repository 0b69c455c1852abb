import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { LOGIN_WINDOW_MINUTES, PASSKEY_CHALLENGES_PER_CLIENT } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden, Invalid } from '#app/lib/domain-errors.ts';
import { PASSKEY_MESSAGES } from '#app/messages/passkey-messages.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import type { PasskeyAssertion } from '#app/schemas/passkey.ts';
import { type Passkey, PasskeyEntity } from '#db/entities/passkey.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { clientNetwork } from './client-network.server.ts';
import { CHALLENGE_MS, relyingParty, storeChallenge, consumeChallenge } from './passkey-challenges.server.ts';
import { limitRate } from './rate-limits.server.ts';
import type { RequestingBrowser } from './request-code.server.ts';
import { type Caller, endSession, startSession } from './sessions.server.ts';
import { purgeSignInRows } from './verify-login-code.server.ts';

const PATH = ['passkey'];

/**
 * Returns the options for the browser to sign in with any passkey of this site. They name no account.
 * @throws {RateLimited} after 60 requests from a client's network in 15 minutes
 */
export async function offerPasskeySignIn(
  ctx: Ctx,
  browser: RequestingBrowser,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await limitRate(ctx, {
    ...{ name: 'passkeys-per-client', subject: clientNetwork(browser.clientAddress) },
    ...{ windowMinutes: LOGIN_WINDOW_MINUTES, max: PASSKEY_CHALLENGES_PER_CLIENT },
    message: (seconds) => PASSKEY_MESSAGES.tooManyAttempts(Math.ceil(seconds / 60)),
  });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
  await storeChallenge(ctx, options.challenge, signInBy(browser.browserSecret));
  return options;
}

const signInBy = (requester: string) => ({ purpose: 'SIGN_IN', requester, userId: null }) as const;

/**
 * Ends the caller's previous session and starts one. Returns the secret for its cookie.
 * @throws {Invalid} on ['passkey'] when the passkey is unknown, or its response is wrong, late, or was used before
 * @throws {Forbidden} when the account has been deleted
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { assertion, ...caller }: Caller & { readonly assertion: PasskeyAssertion },
): Promise<string> {
  const passkey = await ctx.em.findOne(PasskeyEntity, { credentialId: assertion.id });
  const counter = await verifiedCounter(ctx, passkey, { assertion, requester: caller.browserSecret ?? '' });
  if (passkey === null || counter === null) throw notAccepted();
  const userId = passkey.user.id;
  const outcome = await inTransaction(ctx, async (tx) => {
    // Locked so that a concurrent deletion or change of address comes first, or also ends this session.
    const account = await lockRow(tx, UserAccountEntity, { id: userId });
    if (account === null || account.flags.includes('DELETED')) return 'DELETED';
    const used = await lockRow(tx, PasskeyEntity, { id: passkey.id }, 'update');
    if (used === null || (counter > 0 && counter <= used.counter)) return 'LATE';
    used.counter = counter;
    used.lastUsedAt = tx.now();
    await endSession(tx);
    return startSession(tx, { owner: { userId }, client: caller, passkeyId: passkey.id });
  });
  await purgeSignInRows(ctx);
  if (outcome === 'DELETED') throw new Forbidden(USER_MESSAGES.deleted);
  if (outcome === 'LATE') throw notAccepted();
  ctx.log.info({ sessionId: outcome.id, userId, passkeyId: passkey.id }, 'signed in with a passkey');
  return outcome.secret;
}

/** Returns the passkey's new counter; null if its response is wrong. Uses up the challenge either way. */
async function verifiedCounter(
  ctx: Ctx,
  passkey: Passkey | null,
  { assertion, requester }: { readonly assertion: PasskeyAssertion; readonly requester: string },
): Promise<number | null> {
  const { origin, id } = relyingParty(ctx);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, signInBy(requester)),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: Uint8Array.from(Buffer.from(passkey?.publicKey ?? '', 'base64url')),
        counter: passkey?.counter ?? 0,
        transports: passkey?.transports ?? [],
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library's error messages contain what the browser sent, so only the name is logged.
    ctx.log.info(
      { passkeyId: passkey?.id, reason: error instanceof Error ? error.name : null },
      'a passkey was refused',
    );
    return null;
  }
}

function notAccepted(): Invalid {
  return new Invalid([{ path: PATH, message: PASSKEY_MESSAGES.notAccepted }], PASSKEY_MESSAGES.notAccepted);
}
