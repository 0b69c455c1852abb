import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { reportAddition } from '#app/domain/access-changes/record-access-change.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import {
  acceptInvite,
  flagsWith,
  lockOpenInvite,
  type OpenInvite,
} from '#app/domain/invites/accept-invite.server.ts';
import { lockAddress } from '#app/domain/invites/lock-address.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { type UserAnswer, UserAnswerSchema } from '#app/schemas/user.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

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

/** Whoever makes an account for somebody else puts them at the schools that had invited the address. */
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
