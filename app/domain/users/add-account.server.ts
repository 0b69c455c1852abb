import { randomUUID } from 'node:crypto';
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
import type { UserAnswer } from '#app/schemas/user.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';

export interface NewAccount extends CreateAccountInput {
  /** Besides those of the address's open invite. */
  readonly flags: readonly UserFlag[];
  /** True where the account's owner makes it: the events name them, who was nobody before. */
  readonly isByOwner: boolean;
}

/**
 * Adds an account in the caller's transaction. Effects: the account with its own flags and those of the address's open
 * invite, which is accepted (see `acceptInvite`), and an event. Throws Conflict where the address has an account.
 */
export async function addAccount(tx: AuthorizedCtx, account: NewAccount): Promise<UserAnswer> {
  await lockAddress(tx, account.email);
  const invite = await lockOpenInvite(tx, account.email);
  const user = await insertUser(tx, account, flagsWith(invite, account.flags));
  const by = account.isByOwner ? { ...tx, actor: asActor(user) } : tx;
  await recordEvent(by, {
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
async function reportPositions(tx: Ctx, { positions }: OpenInvite, person: UserAnswer): Promise<void> {
  for (const { highSchoolId, position } of positions) {
    const school = await tx.em.findOneOrFail(HighSchoolEntity, { id: highSchoolId });
    await reportAddition(tx, { school, person, position });
  }
}

async function insertUser(tx: Ctx, account: NewAccount, flags: UserFlag[]): Promise<UserAnswer> {
  const { firstName, lastName, email, phone } = account;
  const id = randomUUID();
  const now = tx.now();
  const [row] = await tx.em.execute<{ version: number }[]>(
    `insert into user_account (id, first_name, last_name, email, phone, flags, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (lower(email)) do nothing returning version`,
    [id, firstName, lastName, email, phone, `{${flags.join(',')}}`, now, now],
  );
  if (row === undefined) throw new Conflict(`There is already an account with the email ${email}.`);
  const at = now.toISOString();
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    flags,
    version: row.version,
    createdAt: at,
    updatedAt: at,
  };
}

function asActor({ id, firstName, lastName, email, flags }: UserAnswer): Ctx['actor'] {
  return { kind: 'user', id, firstName, lastName, email, flags, highSchoolIds: [], sessionId: null };
}
