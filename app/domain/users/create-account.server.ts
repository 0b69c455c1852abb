import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import { type Caller, startSession } from '#app/domain/auth/sessions.server.ts';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import {
  acceptInvite,
  flagsWith,
  lockAddress,
  lockOpenInvite,
  type OpenInvite,
} from '#app/domain/invites/accept-invite.server.ts';
import { Conflict, Forbidden } from '#app/lib/domain-errors.ts';
import type { Actor, NewcomerActor } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { ofEachField, storedTexts } from '#app/schemas/field-tables.ts';
import { type UserAnswer, UserAnswerSchema } from '#app/schemas/user.ts';
import { USER_TEXTS } from '#app/schemas/user-fields.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { lockAdministrators } from './user-flags.server.ts';

export interface CreatedAccount {
  readonly user: UserAnswer;
  /** For the cookie; the newcomer's session is gone. */
  readonly sessionSecret: string;
}

/**
 * Creates the account of an address that was just proven (specification, section 7, create-account). See `addAccount`.
 * Ends the address's newcomer sessions and starts a session for the user.
 * @throws {Forbidden} without a proof, or for another address
 * @throws {Conflict} when the account exists already
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
  if (actor.kind === 'user') throw new Forbidden("You're signed in, so you already have an account.");
  if (actor.kind !== 'newcomer') {
    throw new Forbidden('Sign in with a code first. We create the account for the address that received it.');
  }
  if (actor.email !== email) {
    throw new Forbidden('The account can only be created for the address that you signed in with.');
  }
}

/** An account made for someone else, by an operator (decisions, section 4: the first administrator). */
export interface NewUser extends CreateAccountInput {
  readonly isAdministrator: boolean;
}

/**
 * Makes an account without its owner having proven the address; whoever receives its email can sign in. Effects: what
 * `addAccount` says; an open invite of the address may make an administrator, too.
 *
 * @throws {Conflict} where the address has an account
 */
export async function createUser(ctx: Ctx, { isAdministrator, ...account }: NewUser): Promise<UserAnswer> {
  authorize(ctx.actor, 'user.editFlags');
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    const tx = await reloadActor(opened, 'user.editFlags');
    return addAccount(tx, { ...account, flags: isAdministrator ? ['ADMIN'] : [], isByOwner: false });
  });
}

export interface NewAccount extends CreateAccountInput {
  /** Besides those of the address's open invite. */
  readonly flags: readonly UserFlag[];
  /** True where the account's owner makes it: the events name them, who was nobody before. */
  readonly isByOwner: boolean;
}

/**
 * Adds an account in the caller's transaction. Effects: the account with its own flags and those of the address's open
 * invite, which is accepted (see `acceptInvite`), and an event.
 *
 * @throws {Conflict} where the address has an account
 */
export async function addAccount(tx: AuthorizedCtx, account: NewAccount): Promise<UserAnswer> {
  await lockAddress(tx, account.email);
  const invite = await lockOpenInvite(tx, account.email);
  const user = await storeUser(tx, account, flagsWith(invite, account.flags));
  const by = account.isByOwner ? { ...tx, actor: asActor(user) } : tx;
  recordEvent(by, {
    kind: 'user.created',
    subject: ['USER', user.id],
    changes: { flags: { from: [], to: user.flags } },
  });
  if (invite === null) return user;
  await acceptInvite(by, invite, user.id);
  if (!account.isByOwner) await reportPositions(tx, invite, user);
  return user;
}

/** Whoever makes an account for someone else puts them at the schools that had invited the address. */
async function reportPositions(tx: Ctx, { staffInvites }: OpenInvite, person: UserAnswer): Promise<void> {
  for (const { highSchool, position } of staffInvites) {
    const school = await tx.em.findOneOrFail(HighSchoolEntity, { id: highSchool.id });
    await reportAddition(tx, { school, person, position });
  }
}

async function storeUser(tx: Ctx, account: NewAccount, flags: UserFlag[]): Promise<UserAnswer> {
  const { firstName, lastName, email, phone } = account;
  const now = tx.now();
  const user = tx.em.create(UserAccountEntity, {
    ...storedTexts(
      USER_TEXTS,
      ofEachField(USER_TEXTS, () => ''),
    ),
    ...{ id: randomUUID(), firstName, lastName, email, phone, flags },
    ...{ createdAt: now, updatedAt: now },
  });
  try {
    await tx.em.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Conflict(`There is already an account with the email ${email}.`);
  }
  return UserAnswerSchema.parse(user);
}

function asActor({ id, firstName, lastName, email, flags }: UserAnswer): Ctx['actor'] {
  return { kind: 'user', id, firstName, lastName, email, flags, highSchoolIds: [], sessionId: null };
}
