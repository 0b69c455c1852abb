import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { queueNotice } from '#app/domain/notices/notice-text.server.ts';
import { lockAdministrators } from '#app/domain/users/user-flags.server.ts';
import { AddressConflict, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserFlag } from '#app/schemas/enums.ts';
import type { UserInviteAnswer, UserInviteCreate } from '#app/schemas/invite.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { userInviteMail } from './invite-mails.ts';
import { selectInvites } from './list-user-invites.server.ts';
import { lockAddress } from './lock-address.server.ts';

/**
 * Invites an address to create an account, with the flags it will have (decisions, section 3). Effects, in one transaction: the
 * invite, its mail where the notice is on, and an event. For administrators. Throws Conflict where the address has an account, deleted or not, or an open invite.
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
    const invite = await storeInvite(tx, email, flags);
    await queueNotice(tx, 'USER_INVITED', userInviteMail(tx, invite));
    return invite;
  });
}

async function assertUnknown(tx: Ctx, email: string): Promise<void> {
  const [account] = await tx.em.execute<{ flags: UserFlag[] }[]>(
    'select flags from user_account where lower(email) = ?',
    [email],
  );
  if (account?.flags.includes('DELETED') === true)
    throw new AddressConflict('This account has been deleted.');
  if (account !== undefined) throw new AddressConflict(`${email} has an account already.`);
  const open = await tx.em.execute<unknown[]>('select 1 from user_invite where lower(email) = ?', [email]);
  if (open.length > 0) throw new AddressConflict(`${email} has already been invited.`);
}

/** Adds an open invite for an address that has none, in the caller's transaction, with its event. */
export async function storeInvite(
  tx: AuthorizedCtx,
  email: string,
  flags: readonly UserFlag[] = [],
): Promise<UserInviteAnswer> {
  const id = randomUUID();
  const now = tx.now();
  await tx.em.insert(UserInviteEntity, { id, email, flags: [...flags], createdAt: now, updatedAt: now });
  const changes = flags.length > 0 ? { email, flags } : { email };
  await recordEvent(tx, { kind: 'invite.created', subject: ['INVITE', id], changes });
  const [invite] = await selectInvites(tx, { sql: 'i.id = ?', params: [id] });
  if (invite === undefined) throw new NotFound();
  return invite;
}
