import { randomUUID } from 'node:crypto';
import type { Caller } from '#app/domain/auth/caller.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { acceptInvite, lockOpenInvite } from '#app/domain/invites/accept-invite.server.ts';
import { lockAddress } from '#app/domain/invites/lock-address.server.ts';
import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import type { NewcomerActor, UserActor } from '#app/policy/actor.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserAnswer } from '#app/schemas/user.ts';
import { SessionEntity } from '#db/entities/session.ts';

export interface CreatedAccount {
  readonly user: UserAnswer;
  /** For the cookie; the newcomer's session is gone. */
  readonly sessionSecret: string;
}

/**
 * Creates the account of the address that the caller has just proved (specification, section 7, create-account).
 * Effects, in one transaction: the account with the flags of its open invite; the invite accepted, see `acceptInvite`;
 * the address's newcomer sessions ended and a session of the user started; an event. Throws Forbidden without a proof or
 * for another address than the proven one, Conflict where the account exists by now.
 */
export async function createAccount(ctx: Ctx, input: CreateAccountInput & Caller): Promise<CreatedAccount> {
  const { actor } = ctx;
  assertProven(actor, input.email);
  return inTransaction(ctx, async (tx) => {
    await lockAddress(tx, actor.email);
    const invite = await lockOpenInvite(tx, actor.email);
    const user = await insertUser(tx, input, grantedFlags(invite?.flags ?? []));
    const highSchoolIds = invite?.positions.map(({ highSchoolId }) => highSchoolId) ?? [];
    const asUser = { ...tx, actor: actorOfNew(user, highSchoolIds) };
    await recordEvent(asUser, {
      kind: 'user.created',
      subject: ['USER', user.id],
      changes: { flags: { from: [], to: user.flags } },
    });
    if (invite !== null) await acceptInvite(asUser, invite, user.id);
    await tx.em.nativeDelete(SessionEntity, { provenEmail: actor.email });
    const session = await startSession(tx, { owner: { userId: user.id }, client: input });
    return { user, sessionSecret: session.secret };
  });
}

function assertProven(actor: Ctx['actor'], email: string): asserts actor is NewcomerActor {
  if (actor.kind === 'user') throw new Forbidden('You are signed in: your account exists already.');
  if (actor.kind !== 'newcomer') {
    throw new Forbidden('Sign in with a code first: an account is created for the address that received it.');
  }
  if (actor.email !== email) {
    throw new Forbidden('The account can only be created for the address that you signed in with.');
  }
}

/** An invite cannot delete the account it invites to. */
function grantedFlags(flags: readonly UserFlag[]): UserFlag[] {
  return flags.filter((flag) => flag !== 'DELETED');
}

async function insertUser(tx: Ctx, input: CreateAccountInput, flags: UserFlag[]): Promise<UserAnswer> {
  const now = tx.now();
  const user = {
    id: randomUUID(),
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    phone: input.phone,
    flags,
  };
  const [row] = await tx.em.execute<{ version: number }[]>(
    `insert into user_account (id, first_name, last_name, email, phone, flags, created_at, updated_at)
     values (?, ?, ?, ?, ?, string_to_array(?, ','), ?, ?)
     on conflict (lower(email)) do nothing returning version`,
    [user.id, user.firstName, user.lastName, user.email, user.phone, flags.join(','), now, now],
  );
  if (row === undefined) {
    throw new Conflict('An account with this address exists already. Sign in again to use it.');
  }
  const at = now.toISOString();
  return { ...user, version: row.version, createdAt: at, updatedAt: at };
}

function actorOfNew(user: UserAnswer, highSchoolIds: readonly string[]): UserActor {
  return {
    kind: 'user',
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    flags: user.flags,
    highSchoolIds,
    sessionId: null,
  };
}
