import { randomUUID } from 'node:crypto';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { acceptInvite, lockOpenInvite } from '#app/domain/invites/accept-invite.server.ts';
import { lockAddress } from '#app/domain/invites/lock-address.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { CreateAccountInput } from '#app/schemas/auth.ts';
import type { UserFlag } from '#app/schemas/enums.ts';

/** An account made for somebody else, by an operator (decisions, section 4: the first administrator). */
export interface NewUser extends CreateAccountInput {
  readonly isAdministrator: boolean;
}

/**
 * Makes an account without its owner having proven the address; whoever receives its mail can sign in. An open invite of
 * the address is accepted, see `acceptInvite`, and may make an administrator too. Leaves an event. Throws Conflict where the address has
 * an account.
 */
export async function createUser(ctx: Ctx, input: NewUser): Promise<{ id: string }> {
  authorize(ctx.actor, 'user.editFlags');
  return inTransaction(ctx, async (tx) => {
    await lockAddress(tx, input.email);
    const invite = await lockOpenInvite(tx, input.email);
    const isAdministrator = input.isAdministrator || invite?.flags.includes('ADMIN') === true;
    const flags: UserFlag[] = isAdministrator ? ['ADMIN'] : [];
    const id = await insertUser(tx, input, flags);
    await recordEvent(tx, {
      kind: 'user.created',
      subject: ['USER', id],
      changes: { flags: { from: [], to: flags } },
    });
    if (invite !== null) await acceptInvite(tx, invite, id);
    return { id };
  });
}

async function insertUser(tx: Ctx, input: NewUser, flags: UserFlag[]): Promise<string> {
  const id = randomUUID();
  const now = tx.now();
  const created = await tx.em.execute<unknown[]>(
    `insert into user_account (id, first_name, last_name, email, phone, flags, created_at, updated_at)
     values (?, ?, ?, ?, ?, string_to_array(?, ','), ?, ?) on conflict do nothing returning id`,
    [id, input.firstName, input.lastName, input.email, input.phone, flags.join(','), now, now],
  );
  if (created.length === 0) throw new Conflict(`There is already an account with the email ${input.email}.`);
  return id;
}
