import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { lockAdministrators } from '#app/domain/users/user-flags.server.ts';
import { AddressConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import { type UserInviteAnswer, UserInviteAnswerSchema, type UserInviteCreate } from '#app/schemas/invite.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { type UserInvite, UserInviteEntity } from '#db/entities/user-invite.ts';
import { userInviteMail } from './invite-mails.ts';
import { lockAddress } from './lock-address.server.ts';

/**
 * Invites an address to create an account, with the flags it will have (decisions, section 3). Effects, in one transaction: the
 * invite, its email (unless turned off), and an event. For administrators.
 *
 * @throws {AddressConflict} where the address has an account, deleted or not, or an open invite
 */
export async function inviteUser(
  ctx: Ctx,
  { email, flags = [] }: UserInviteCreate,
): Promise<UserInviteAnswer> {
  authorize(ctx.actor, 'invite.manage');
  return inTransaction(ctx, async (opened) => {
    await lockAdministrators(opened);
    await lockAddress(opened, email);
    const tx = await reloadActor(opened, 'invite.manage');
    await assertUnknown(tx, email);
    const invite = UserInviteAnswerSchema.parse({ ...addUserInvite(tx, email, flags), staffInvites: [] });
    await queueNotice(tx, 'USER_INVITED', userInviteMail(tx, invite));
    return invite;
  });
}

async function assertUnknown(tx: Ctx, email: string): Promise<void> {
  const account = await tx.em.findOne(UserAccountEntity, { email });
  if (account?.flags.includes('DELETED') === true)
    throw new AddressConflict('This account has been deleted.');
  if (account !== null) throw new AddressConflict(`${email} has an account already.`);
  const open = await tx.em.count(UserInviteEntity, { email });
  if (open > 0) throw new AddressConflict(`${email} has already been invited.`);
}

/** Adds an open invite for an address that has none, in the caller's transaction, with its event. */
export function addUserInvite(tx: AuthorizedCtx, email: string, flags: readonly UserFlag[] = []): UserInvite {
  const now = tx.now();
  const invite = tx.em.create(UserInviteEntity, {
    ...{ id: randomUUID(), email, flags: [...flags] },
    ...{ createdAt: now, updatedAt: now },
  });
  const changes = flags.length > 0 ? { email, flags } : { email };
  recordEvent(tx, { kind: 'invite.created', subject: ['INVITE', invite.id], changes });
  return invite;
}
