import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import type { LoginCodeInput } from '#app/schemas/auth.ts';
import type { LoginAction } from '#app/schemas/enums.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { deleteEndedSignInRows } from './auth-queries.server.ts';
import { type Caller, endSession, startSession } from './sessions.server.ts';
import { consumeCode, COUNTED_CODE_AGE_MS, type ProvenCode } from './login-codes.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { proveCode, wrongCode } from './prove-code.server.ts';

export interface SignIn {
  readonly action: LoginAction;
  /** For the session cookie. After CREATE_ACCOUNT, it only permits creating the account of the proven address. */
  readonly sessionSecret: string;
}

interface SignedInAs {
  readonly sessionId: string;
  readonly userId: string | null;
}

type Outcome =
  | { readonly kind: 'SIGNED_IN'; readonly signIn: SignIn; readonly session: SignedInAs }
  | { readonly kind: 'LATE' | 'DELETED' };

/**
 * Uses up the code, ends the caller's previous session, and starts one (specification, section 7, login/code).
 *
 * @throws {Invalid} on ['code'] when the code is incorrect, used, replaced, or expired
 * @throws {RateLimited} when no attempts are left
 * @throws {Forbidden} when the account has been deleted
 */
export async function verifyLoginCode(ctx: Ctx, input: LoginCodeInput & Caller): Promise<SignIn> {
  const { email, code, link, browserSecret = null } = input;
  const proven = await proveCode(
    ctx,
    { purpose: 'SIGN_IN', email, userId: null },
    { code, field: 'code', link, requesterSecret: browserSecret },
  );
  const outcome = await inTransaction(ctx, (tx) => signIn(tx, proven, input));
  await purgeSignInRows(ctx);
  switch (outcome.kind) {
    case 'LATE':
      throw wrongCode('code');
    case 'DELETED':
      throw new Forbidden(USER_MESSAGES.deleted);
    case 'SIGNED_IN':
      ctx.log.info(outcome.session, 'signed in');
      return outcome.signIn;
  }
}

async function signIn(tx: Ctx, proven: ProvenCode, input: LoginCodeInput & Caller): Promise<Outcome> {
  const { email } = input;
  if (!(await consumeCode(tx, proven))) return { kind: 'LATE' };
  // Locked so that a concurrent deletion or change of address comes first, or also ends this session.
  const account = await lockRow(tx, UserAccountEntity, { email });
  if (account?.flags.includes('DELETED') === true) return { kind: 'DELETED' };
  await endSession(tx);
  const session = await startSession(tx, {
    owner: account === null ? { provenEmail: email } : { userId: account.id },
    client: input,
  });
  return {
    kind: 'SIGNED_IN',
    session: { sessionId: session.id, userId: account?.id ?? null },
    signIn: {
      action: account === null ? 'CREATE_ACCOUNT' : 'LOGIN',
      sessionSecret: session.secret,
    },
  };
}

/** Deletes ended sessions and counters, and codes that no limit counts anymore. Skips locked rows. */
export async function purgeSignInRows(ctx: Ctx): Promise<void> {
  await deleteEndedSignInRows(ctx, new Date(ctx.now().getTime() - COUNTED_CODE_AGE_MS));
}
