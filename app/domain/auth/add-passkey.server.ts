import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { randomUUID } from 'node:crypto';
import { PASSKEYS_MAX } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Conflict, Forbidden, Invalid, Unauthorized } from '#app/lib/domain-errors.ts';
import { PASSKEY_MESSAGES } from '#app/messages/passkey-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { needsPasskey, type UserActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type NewPasskeyResponse, type Passkey, PasskeySchema } from '#app/schemas/passkey.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { consumeCode } from './login-codes.server.ts';
import { reportPasskey, requestApproval } from './passkey-emails.server.ts';
import {
  type ChallengeUse,
  CHALLENGE_MS,
  relyingParty,
  storeChallenge,
  consumeChallenge,
} from './passkey-challenges.server.ts';
import { proveCode, wrongCode } from './prove-code.server.ts';
import { reloadActor } from './reload-actor.server.ts';
import { requestCode, type RequestedCode } from './request-code.server.ts';
import type { Caller } from './sessions.server.ts';

const requesterOf = (userId: string) => `passkey of ${userId}`;

/**
 * Emails the actor a code, which `offerPasskey` requires. Limited like sign-in codes.
 * @throws {Forbidden} with an access token
 * @throws {RateLimited} like `requestCode`
 */
export async function requestPasskeyCode(
  ctx: Ctx,
  caller: Caller,
): Promise<RequestedCode & { readonly email: string }> {
  const { id: userId, email } = signedInPerson(ctx);
  const requested = await requestCode(
    ctx,
    { purpose: 'ADD_PASSKEY', email, userId },
    { secret: requesterOf(userId), caller },
  );
  return { ...requested, email };
}

/**
 * Uses up the code and returns the options for the browser to create a passkey for the actor.
 * @throws {Forbidden} with an access token
 * @throws {Invalid} on ['code'] when the code is incorrect
 * @throws {RateLimited} when no attempts are left
 * @throws {Conflict} when the actor has too many passkeys
 */
export async function offerPasskey(
  ctx: Ctx,
  { code }: { readonly code: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const actor = signedInPerson(ctx);
  const { id: userId, email } = actor;
  const proven = await proveCode(
    ctx,
    { purpose: 'ADD_PASSKEY', email, userId },
    { code, field: 'code', requesterSecret: requesterOf(userId) },
  );
  const passkeys = await ctx.em.find(PasskeyEntity, { user: userId }, { disableIdentityMap: true });
  if (passkeys.length >= PASSKEYS_MAX) throw new Conflict(PASSKEY_MESSAGES.tooMany(PASSKEYS_MAX));
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.appName,
    rpID: relyingParty(ctx).id,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: fullName(actor),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await inTransaction(ctx, async (tx) => {
    if (!(await consumeCode(tx, proven))) throw wrongCode('code');
    await storeChallenge(tx, options.challenge, additionBy(actor));
  });
  return options;
}

/** Ties a challenge to the session that requested it, so ending the session also prevents adding the passkey. */
export function additionBy({ id, sessionId }: UserActor): ChallengeUse {
  return { purpose: 'ADD', requester: `${id} ${sessionId ?? ''}`, userId: id };
}

/**
 * Stores the passkey that the browser created for the options, records an event, and emails the actor.
 * @throws {Forbidden} with an access token
 * @throws {Invalid} when the response is wrong, late, or was used before
 * @throws {Conflict} when the actor has too many passkeys
 */
export async function addPasskey(
  ctx: Ctx,
  { name, response }: { readonly name: string; readonly response: NewPasskeyResponse },
): Promise<Passkey> {
  const actor = signedInPerson(ctx);
  const { credential } = await verifiedRegistration(ctx, response, additionBy(actor));
  const subject = { userId: actor.id, highSchoolIds: [] };
  return inTransaction(ctx, async (opened) => {
    const user = await lockRow(opened, UserAccountEntity, { id: actor.id });
    const tx = await reloadActor(opened, (current) => authorize(current, 'passkey.add', subject));
    if (user === null) throw new Unauthorized();
    if ((await tx.em.count(PasskeyEntity, { user })) >= PASSKEYS_MAX) {
      throw new Conflict(PASSKEY_MESSAGES.tooMany(PASSKEYS_MAX));
    }
    if ((await tx.em.count(PasskeyEntity, { credentialId: credential.id })) > 0) throw notAdded();
    const passkey = tx.em.create(PasskeyEntity, {
      ...{ id: randomUUID(), user, name, credentialId: credential.id },
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      ...{ counter: credential.counter, transports: response.response.transports ?? [] },
      ...{ createdAt: tx.now(), lastUsedAt: null },
      // Someone who signed in with an approved passkey needs no approval for another one.
      approvedAt: tx.actor.kind === 'user' && tx.actor.passkey === 'USED' ? tx.now() : null,
    });
    recordEvent(
      tx,
      'user.passkeyAdded',
      ['USER', actor.id],
      changesBetween<{ name: string }>({ name: '' }, { name }),
    );
    await reportPasskey(tx, { user, name, change: 'added' });
    if (needsPasskey(tx.actor)) await requestApproval(tx, { user, name });
    await tx.em.flush();
    return PasskeySchema.parse(passkey);
  });
}

async function verifiedRegistration(
  ctx: Ctx,
  response: NewPasskeyResponse,
  use: ChallengeUse,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { origin, id } = relyingParty(ctx);
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, use),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // The library's error messages contain what the browser sent, so only the name is logged.
    ctx.log.info({ reason: error instanceof Error ? error.name : null }, 'a new passkey was refused');
    return null;
  });
  if (result?.registrationInfo === undefined) throw notAdded();
  return result.registrationInfo;
}

/** @throws {Unauthorized} when no one is signed in, {Forbidden} with an access token */
function signedInPerson({ actor }: Ctx): UserActor {
  if (actor.kind !== 'user') throw new Unauthorized();
  authorize(actor, 'passkey.add', { userId: actor.id, highSchoolIds: [] });
  if (actor.sessionId === null) throw new Forbidden();
  return actor;
}

function notAdded(): Invalid {
  return new Invalid([{ path: [], message: PASSKEY_MESSAGES.notAdded }], PASSKEY_MESSAGES.notAdded);
}
