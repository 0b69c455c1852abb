import type { Ctx } from '#app/domain/ctx.server.ts';
import type { NoticeEmail } from '#app/domain/notices/queue-notices.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { UserInviteResponse } from '#app/schemas/invite.ts';

type EmailContext = Pick<Ctx, 'actor' | 'settings'>;

export interface Invited {
  /** Id of the invite. */
  readonly id: string;
  readonly email: string;
  readonly school: { readonly id: string; readonly name: string };
}

/** An invite to a school. */
interface StaffInvited extends Invited {
  readonly expiresAt: Date;
}

/** Someone with an account who was added to a school. */
export interface Joined extends Omit<Invited, 'id'> {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Returns the STAFF_INVITED email to an address without an account. It contains no code. */
export function staffInviteEmail(
  ctx: EmailContext,
  { id, email, school, expiresAt }: StaffInvited,
): NoticeEmail {
  return {
    to: email,
    inviteId: id,
    highSchoolId: school.id,
    values: { ...invitedValues(ctx, email, expiresAt.toISOString()), school: school.name },
  };
}

/** Returns the USER_INVITED email, with the invited person's roles and schools. It contains no code. */
export function userInviteEmail(
  ctx: EmailContext,
  { id, email, flags, staffInvites, expiresAt }: UserInviteResponse,
): NoticeEmail {
  return {
    to: email,
    inviteId: id,
    values: {
      ...invitedValues(ctx, email, expiresAt),
      role: flags.includes('ADMIN') ? 'an administrator' : '',
      schools: staffInvites.map(({ highSchool }) => highSchool.name).join(' & '),
    },
  };
}

/** Returns the STAFF_JOINED email to someone with an account who was added to the school. */
export function staffJoinedEmail(
  ctx: EmailContext,
  { userId, email, school, firstName, lastName }: Joined,
): NoticeEmail {
  return {
    to: email,
    userId,
    highSchoolId: school.id,
    values: { firstName, lastName, email, inviter: inviterOf(ctx), school: school.name },
  };
}

/** Returns the values that both invite emails have. */
function invitedValues(ctx: EmailContext, email: string, expiresAt: string) {
  return { email, inviter: inviterOf(ctx), expires: formatInZone(expiresAt, ctx.settings.timeZone) };
}

function inviterOf({ actor, settings }: EmailContext): string {
  return actor.kind === 'user' ? fullName(actor) : `The ${settings.appName} team`;
}
