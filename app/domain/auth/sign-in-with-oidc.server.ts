import { randomUUID } from 'node:crypto';
import { OIDC_CLOCK_SECONDS } from '#app/config/constants.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { flushOrRetry } from '#app/domain/flush-unique.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import type { OidcProblem } from '#app/messages/identity-messages.ts';
import type { Actor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AccountEmail } from '#app/schemas/fields.ts';
import { type LinkedIdentity, LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import { reportIdentity } from './identity-emails.server.ts';
import { OidcError, OIDC_CALLBACK_PATH, type ProvenIdentity, proveIdentity } from './oidc-provider.server.ts';
import {
  IDENTITY_AGE_SECONDS,
  getOidcSettings,
  type OidcRequest,
  consumeOidcRequest,
} from './oidc-requests.server.ts';
import { reloadActor } from './reload-actor.server.ts';
import { type Caller, endSession, startSession } from './sessions.server.ts';
import { purgeSignInRows } from './verify-login-code.server.ts';

/** What the browser brings back from the provider. */
export interface OidcResponse {
  /** From the browser's cookie; null without one. */
  readonly request: OidcRequest | null;
  readonly parameters: URLSearchParams;
}

export type OidcSignIn =
  | { readonly isSignedIn: true; readonly sessionSecret: string }
  | { readonly isSignedIn: false; readonly problem: OidcProblem };

/** Why an account isn't signed in. Only the log has it; everyone reads the same sentence. */
type Refusal =
  | 'email not verified'
  | 'unknown'
  | 'deleted'
  | 'not an administrator'
  | 'another identity is linked'
  | 'another account is linked'
  | 'removed';

type Outcome =
  | { readonly session: { readonly id: string; readonly secret: string }; readonly userId: string }
  | { readonly refusal: Refusal; readonly userId: string | null };

/**
 * Signs an administrator in whom the provider has identified: ends the caller's previous session and starts one. The
 * first time, the identity is linked to the account of its verified address. Then only the linked identity counts.
 * @throws {NotFound} without a provider
 */
export async function finishOidcSignIn(
  ctx: Ctx,
  caller: Caller,
  { request, parameters }: OidcResponse,
): Promise<OidcSignIn> {
  const oidc = getOidcSettings(ctx);
  const failed = (problem: OidcProblem, details: object): OidcSignIn => {
    ctx.log.info(details, 'a sign-in with the identity provider failed');
    return { isSignedIn: false, problem };
  };
  if (request === null || parameters.get('state') !== request.state) {
    return failed('incomplete', { reason: 'not started in this browser' });
  }
  if (!(await consumeOidcRequest(ctx, request.state))) {
    return failed('incomplete', { reason: 'used before, or too late' });
  }
  try {
    const response = new URL(`${ctx.settings.appUrl}${OIDC_CALLBACK_PATH}?${parameters.toString()}`);
    const identity = await proveIdentity(oidc, { response, secrets: request });
    if (!isRecent(identity, request, ctx.now())) return failed('not-recent', { reason: 'auth_time' });
    const outcome = await signIn(ctx, caller, identity);
    await purgeSignInRows(ctx);
    if ('refusal' in outcome) {
      const { refusal: reason, userId } = outcome;
      return failed('refused', { reason, ...(userId === null ? {} : { userId }) });
    }
    const { session, userId } = outcome;
    ctx.log.info({ sessionId: session.id, userId }, 'signed in with the identity provider');
    return { isSignedIn: true, sessionSecret: session.secret };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    return failed(error.isUnavailable ? 'unavailable' : 'incomplete', error.details);
  }
}

/** Returns whether the person proved to the provider who they are as recently as the request demands. */
function isRecent({ authenticatedAt }: ProvenIdentity, request: OidcRequest, now: Date): boolean {
  if (authenticatedAt === null) return !request.isAgain;
  const since = request.isAgain ? Date.parse(request.startedAt) : now.getTime() - IDENTITY_AGE_SECONDS * 1000;
  return authenticatedAt.getTime() >= since - OIDC_CLOCK_SECONDS * 1000;
}

/** Asks the provider for the address before the transaction, and only for an identity that isn't linked yet. */
async function signIn(ctx: Ctx, caller: Caller, identity: ProvenIdentity): Promise<Outcome> {
  const { issuer, subject } = identity;
  const linked = await ctx.em.findOne(
    LinkedIdentityEntity,
    { issuer, subject },
    { disableIdentityMap: true },
  );
  if (linked !== null) {
    return inTransaction(ctx, (tx) => signInLinked(tx, caller, identity, linked.user.id));
  }
  const verified = await identity.readVerifiedEmail();
  if (verified === null) return { refusal: 'email not verified', userId: null };
  const email = AccountEmail.safeParse(verified);
  const account = email.success
    ? await ctx.em.findOne(UserAccountEntity, { email: email.data }, { disableIdentityMap: true })
    : null;
  if (account === null) return { refusal: 'unknown', userId: null };
  return inTransaction(ctx, (tx) =>
    signInUnlinked(tx, caller, identity, { id: account.id, email: account.email }),
  );
}

async function signInLinked(
  tx: Ctx,
  caller: Caller,
  identity: ProvenIdentity,
  userId: string,
): Promise<Outcome> {
  // Locked so that a concurrent deletion or change of address comes first, or also ends this session.
  const account = await lockRow(tx, UserAccountEntity, { id: userId });
  const refusal = refusalOf(account);
  if (account === null || refusal !== null) return { refusal: refusal ?? 'unknown', userId };
  const { issuer, subject } = identity;
  const linked = await lockRow(tx, LinkedIdentityEntity, { issuer, subject }, 'update');
  if (linked?.user.id !== userId) return { refusal: 'removed', userId };
  linked.lastUsedAt = tx.now();
  return start(tx, caller, { account, linked, identity });
}

async function signInUnlinked(
  tx: Ctx,
  caller: Caller,
  identity: ProvenIdentity,
  { id: userId, email }: Pick<UserAccount, 'id' | 'email'>,
): Promise<Outcome> {
  const account = await lockRow(tx, UserAccountEntity, { id: userId });
  // The address that the provider verified may have been changed in the meantime.
  const refusal = account?.email === email ? refusalOf(account) : 'unknown';
  if (account === null || refusal !== null) return { refusal: refusal ?? 'unknown', userId };
  const { issuer, subject } = identity;
  const known = await lockRow(tx, LinkedIdentityEntity, { user: userId }, 'update');
  if (known !== null) {
    const isSame = known.issuer === issuer && known.subject === subject;
    return isSame
      ? start(tx, caller, { account, linked: known, identity })
      : { refusal: 'another identity is linked', userId };
  }
  // Another account may have been linked to it since.
  if ((await tx.em.count(LinkedIdentityEntity, { issuer, subject })) > 0) {
    return { refusal: 'another account is linked', userId };
  }
  const linked = await link(tx, account, { issuer, subject });
  return start(tx, caller, { account, linked, identity });
}

function refusalOf(account: UserAccount | null): Refusal | null {
  if (account === null) return 'unknown';
  if (account.flags.includes('DELETED')) return 'deleted';
  return account.flags.includes('ADMIN') ? null : 'not an administrator';
}

/** Links an identity to an account for good, records an event, and emails the person. */
async function link(
  tx: Ctx,
  account: UserAccount,
  { issuer, subject }: Pick<LinkedIdentity, 'issuer' | 'subject'>,
): Promise<LinkedIdentity> {
  const linked = tx.em.create(LinkedIdentityEntity, {
    ...{ id: randomUUID(), user: account.id, issuer, subject },
    ...{ createdAt: tx.now(), lastUsedAt: tx.now() },
  });
  await flushOrRetry(tx, LinkedIdentityEntity);
  const by = await reloadActor({ ...tx, actor: asActor(account) }, (actor) =>
    authorize(actor, 'identity.link', { userId: account.id, highSchoolIds: [] }),
  );
  recordEvent(by, 'user.identityLinked', ['USER', account.id], { issuer: { from: null, to: issuer } });
  await reportIdentity(by, { user: account, issuer, change: 'linked' });
  return linked;
}

function asActor({ id, firstName, lastName, email, flags }: UserAccount): Actor {
  return { kind: 'user', id, firstName, lastName, email, flags, highSchoolIds: [], sessionId: null };
}

interface Identified {
  readonly account: Pick<UserAccount, 'id'>;
  readonly linked: Pick<LinkedIdentity, 'id'>;
  readonly identity: ProvenIdentity;
}

async function start(
  tx: Ctx,
  caller: Caller,
  { account: { id: userId }, linked, identity: { authenticatedAt } }: Identified,
): Promise<Outcome> {
  await endSession(tx);
  const provenAt = new Date(Math.min(authenticatedAt?.getTime() ?? 0, tx.now().getTime()));
  const session = await startSession(tx, {
    ...{ owner: { userId }, client: caller, identityId: linked.id, provenAt },
  });
  return { session, userId };
}
