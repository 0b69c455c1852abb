import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { waitingRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type MergeAccount, MergeAccountSchema, type UserMergePreview } from '#app/schemas/user-merge.ts';
import { UserAnswerSchema } from '#app/schemas/user.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { HighSchoolStaffInviteEntity } from '#db/entities/high-school-staff-invite.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { type UserAccount, UserAccountEntity } from '#db/entities/user-account.ts';
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
      orderBy: [{ highSchool: { [byName('name')]: 'asc' } }, { highSchool: { id: 'asc' } }],
    },
  );
  const invites = await em.find(
    HighSchoolStaffInviteEntity,
    { userInvite: { email } },
    { populate: ['highSchool'], orderBy: [{ highSchool: { [byName('name')]: 'asc' } }, { id: 'asc' }] },
  );
  return MergeAccountSchema.parse({
    user: UserAnswerSchema.parse(user),
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
