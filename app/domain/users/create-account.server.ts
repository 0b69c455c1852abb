import { randomUUID } from 'node:crypto';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import { type Caller, startSession } from '#app/domain/auth/sessions.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { flushUnique } from '#app/domain/flush-unique.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import {
  acceptInvite,
  flagsWith,
  lockAddress,
  lockOpenInvite,
} from '#app/domain/invites/accept-invite.server.ts';
import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import type { Actor, NewcomerActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { ofEachField, storedTexts } from '#app/schemas/field-tables.ts';
import { type UserResponse, UserResponseSchema } from '#app/schemas/user.ts';
import { USER_TEXTS } from '#app/schemas/user-fields.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { HighSchoolStaffInvite } from '#db/entities/high-school-staff-invite.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import { lockAdministrators } from './user-flags.server.ts';

export interface CreatedAccount {
  readonly user: UserResponse;
  /** For the cookie; it replaces the session that proved the address. */
  readonly sessionSecret: string;
}

/**
 * Creates the account of an address that was just proven (specification, section 7, create-account). See
 * `addAccount`. Ends the address's sessions without an account and starts a session for the user.
 * @throws {Forbidden} when the session didn't prove this address
 * @throws {Conflict} when the account already exists
 */
export async function createAccount(ctx: Ctx, input: CreateAccountInput & Caller): Promise<CreatedAccount> {
  assertProven(ctx.actor, input.email);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, (actor) => assertProven(actor, input.email));
    const user = await addAccount(tx, { ...input, flags: [], isByOwner: true });
    await tx.em.nativeDelete(SessionEntity, { provenEmail: user.email });
    const session = await startSession(tx, { owner: { userId: user.id }, client: input });
    return { user, sessionSecret: session.secret };
  });
}

function assertProven(actor: Actor, email: string): asserts actor is NewcomerActor {
  if (actor.kind === 'user') throw new Forbidden(USER_MESSAGES.alreadySignedIn);
  if (actor.kind !== 'newcomer') {
    throw new Forbidden(USER_MESSAGES.notSignedIn);
  }
  if (actor.email !== email) {
    throw new Forbidden(USER_MESSAGES.otherAddress);
  }
}

/** An account that an operator creates for someone else (decisions, section 4: the first administrator). */
export interface NewUser extends CreateAccountInput {
  readonly isAdministrator: boolean;
}

/**
 * Creates an account without proof of its address; whoever receives its email can sign in. See `addAccount`.
 * An open invite of the address may also make the user an administrator.
 *
 * @throws {Conflict} when the address already has an account
 */
export async function createUser(ctx: Ctx, { isAdministrator, ...account }: NewUser): Promise<UserResponse> {
  authorize(ctx.actor, 'user.editFlags');
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    const tx = await reloadActor(opened, 'user.editFlags');
    return addAccount(tx, { ...account, flags: isAdministrator ? ['ADMIN'] : [], isByOwner: false });
  });
}

export interface NewAccount extends CreateAccountInput {
  /** In addition to the flags of the address's open invite. */
  readonly flags: readonly UserFlag[];
  /** Whether the owner creates the account; its events then name the new user as the actor. */
  readonly isByOwner: boolean;
}

/**
 * Adds an account with its flags and those of the address's open invite, which is accepted (see
 * `acceptInvite`), and records an event, in the caller's transaction.
 *
 * @throws {Conflict} when the address already has an account
 */
export async function addAccount(tx: AuthorizedCtx, account: NewAccount): Promise<UserResponse> {
  await lockAddress(tx, account.email);
  const invite = await lockOpenInvite(tx, account.email);
  const user = await storeUser(tx, account, flagsWith(tx, invite, account.flags));
  const by = account.isByOwner ? { ...tx, actor: asActor(user) } : tx;
  recordEvent(by, 'user.created', ['USER', user.id], { flags: { from: [], to: user.flags } });
  if (invite === null) return user;
  const accepted = await acceptInvite(by, invite, user.id);
  if (!account.isByOwner) await reportPositions(tx, accepted, user);
  return user;
}

/** Reports the positions from the address's accepted invites if someone else created the account. */
async function reportPositions(
  tx: Ctx,
  accepted: readonly HighSchoolStaffInvite[],
  person: UserResponse,
): Promise<void> {
  for (const { highSchool, position } of accepted) {
    const school = await tx.em.findOneOrFail(HighSchoolEntity, { id: highSchool.id });
    await reportAddition(tx, { school, person, position });
  }
}

async function storeUser(tx: Ctx, account: NewAccount, flags: UserFlag[]): Promise<UserResponse> {
  const { firstName, lastName, email, phone } = account;
  const now = tx.now();
  const user = tx.em.create(UserAccountEntity, {
    ...storedTexts(
      USER_TEXTS,
      ofEachField(USER_TEXTS, () => ''),
    ),
    ...{ id: randomUUID(), firstName, lastName, email, phone, flags, mergedIntoId: null },
    ...{ createdAt: now, updatedAt: now },
  });
  await flushUnique(tx, () => new Conflict(USER_MESSAGES.accountExists(email)));
  return UserResponseSchema.parse(user);
}

function asActor({ id, firstName, lastName, email, flags }: UserResponse): Ctx['actor'] {
  return { kind: 'user', id, firstName, lastName, email, flags, highSchoolIds: [], sessionId: null };
}
