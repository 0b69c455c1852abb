import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { waitingRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { mergeEffects } from '#app/messages/user-merge-labels.ts';
import {
  type MergeAccount,
  MergeAccountSchema,
  type MergeFound,
  type MergeOption,
  type UserMergePreview,
} from '#app/schemas/user-merge.ts';
import {
  type UserResponse,
  UserResponseSchema,
  type UserListItem,
  type UserListQuery,
} from '#app/schemas/user.ts';
import { containing } from '#app/domain/sql-fragment.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { selectUsers } from './user-queries.server.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';
import { mergedPositions, mergeRefusal } from './merge-rules.ts';

export interface MergeIds {
  /** The account that is merged and then deleted. */
  readonly fromId: string;
  /** The account that stays. */
  readonly intoId: string;
}

/**
 * Returns both accounts and what merging them would do. Changes nothing. For administrators.
 * @throws {NotFound} when one of the users doesn't exist
 */
export async function previewMerge(ctx: Ctx, { fromId, intoId }: MergeIds): Promise<UserMergePreview> {
  authorize(ctx.actor, 'user.merge');
  return inSnapshot(ctx, async (snapshot) => {
    const [from, into] = [await readAccount(snapshot, fromId), await readAccount(snapshot, intoId)];
    const refusal = mergeRefusal({ from: from.user, into: into.user }, actorId(ctx.actor));
    return { from, into, highSchools: mergedPositions(from, into), refusal };
  });
}

/**
 * Returns two accounts, each with what happens if it stays, and the one to propose: the last one that signed in. For
 * administrators.
 * @throws {NotFound} when one of the users doesn't exist
 */
export async function compareAccounts(
  ctx: Ctx,
  { id, otherId }: { readonly id: string; readonly otherId: string },
): Promise<{ readonly accounts: [MergeOption, MergeOption]; readonly proposed: string | null }> {
  const [one, other] = [
    await previewMerge(ctx, { fromId: otherId, intoId: id }),
    await previewMerge(ctx, { fromId: id, intoId: otherId }),
  ];
  const accounts: [MergeOption, MergeOption] = [optionOf(one), optionOf(other)];
  const possible = accounts.filter(({ refusal }) => refusal === null);
  const [proposed] = possible.toSorted((a, b) => lastSeen(b) - lastSeen(a));
  return { accounts, proposed: proposed?.user.id ?? null };
}

function optionOf(preview: UserMergePreview): MergeOption {
  return { ...preview.into, refusal: preview.refusal, effects: mergeEffects(preview) };
}

function lastSeen({ lastSignedInAt }: MergeAccount): number {
  return lastSignedInAt === null ? 0 : Date.parse(lastSignedInAt);
}

/** Users shown of those found. */
const FOUND_MAX = 20;
const INVITED_MAX = 5;

/** Finds users who may have the other account of a person, by name, address, or school. For administrators. */
export async function findOtherAccounts(ctx: Ctx, user: UserResponse, text: string): Promise<MergeFound> {
  authorize(ctx.actor, 'user.merge');
  const filters: readonly UserListQuery[] = [{ name: text }, { email: text }, { highSchoolName: text }];
  const users = new Map<string, UserListItem>();
  let hasMore = false;
  for (const filter of filters) {
    const { items } = await selectUsers(ctx, { ...filter, limit: FOUND_MAX + 1 });
    hasMore ||= items.length > FOUND_MAX;
    for (const item of items) {
      if (item.id !== user.id && item.mergedIntoId === null) users.set(item.id, item);
    }
  }
  const found = [...users.values()];
  return {
    text,
    users: found.slice(0, FOUND_MAX),
    hasMore: hasMore || found.length > FOUND_MAX,
    invited: await findInvited(ctx, text),
  };
}

async function findInvited({ em }: Ctx, text: string): Promise<MergeFound['invited']> {
  const invites = await em.find(
    UserInviteEntity,
    { email: { $ilike: containing(text) } },
    { orderBy: { email: 'asc' }, limit: INVITED_MAX, disableIdentityMap: true },
  );
  const emails = invites.map(({ email }) => email);
  const accounts = await em.find(UserAccountEntity, { email: { $in: emails } }, { disableIdentityMap: true });
  const parts = await em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: { email: { $in: emails } } },
    { populate: ['highSchool', 'userInvite'], disableIdentityMap: true },
  );
  return emails
    .filter((email) => !accounts.some((account) => account.email === email))
    .map((email) => ({
      email,
      highSchools: parts
        .filter(({ userInvite }) => userInvite.email === email)
        .map(({ highSchool }) => highSchool.name),
    }));
}

async function readAccount(ctx: Ctx, id: string): Promise<MergeAccount> {
  const user = await ctx.em.findOne(UserAccountEntity, { id });
  if (user === null) throw new NotFound();
  return accountOf(ctx, user);
}

/** Returns an account with what belongs to it. The caller has already checked permission. */
export async function accountOf(ctx: Ctx, user: UserAccount): Promise<MergeAccount> {
  const { em } = ctx;
  const { id, email } = user;
  const memberships = await em.find(
    HighSchoolStaffEntity,
    { user: id },
    {
      populate: ['highSchool'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: 'asc' } }, { highSchool: { id: 'asc' } }],
    },
  );
  const invites = await em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: { email } },
    {
      populate: ['highSchool'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: 'asc' } }, { id: 'asc' }],
    },
  );
  return MergeAccountSchema.parse({
    user: UserResponseSchema.parse(user),
    lastSignedInAt: user.lastSignedInAt ?? null,
    highSchools: memberships.map(({ highSchool, position, updatedAt }) => ({
      ...{ highSchoolId: highSchool.id, name: highSchool.name, position, updatedAt },
    })),
    belongings: {
      designationsStarted: await em.count(DesignationEntity, { submittedBy: id, status: 'STARTED' }),
      designationsSubmitted: await em.count(DesignationEntity, {
        submittedBy: id,
        status: { $ne: 'STARTED' },
      }),
      messages: await em.count(DesignationMessageEntity, { author: id }),
      notes: await em.count(InternalNoteEntity, { author: id }),
      accessRequests: (await waitingRequests(ctx, id)).length,
      savedViews: await em.count(SavedViewEntity, { user: id }),
      sessions: await em.count(SessionEntity, { user: id, expiresAt: { $gt: ctx.now() } }),
      invites: invites.map(({ highSchool }) => highSchool.name),
    },
  });
}
