import type { Ctx } from '#app/domain/ctx.server.ts';
import type { NewMail } from '#app/domain/mail/queue-mail.server.ts';

type Surroundings = Pick<Ctx, 'actor' | 'settings'>;

export interface Invited {
  readonly email: string;
  readonly school: { readonly id: string; readonly name: string };
}

/** To an address without an account: who invites, to which school, and how to sign in. It carries no code. */
export function staffInviteMail(ctx: Surroundings, { email, school }: Invited): NewMail {
  const { appName, appUrl, contactEmail } = ctx.settings;
  return {
    kind: 'staff.invited',
    to: email,
    highSchoolId: school.id,
    subject: `You are invited to join ${school.name} at ${appName}`,
    text: [
      'Hello,',
      `${inviterOf(ctx)} invites you to join ${school.name} at ${appName}, where schools designate their scholars.`,
      `To accept, sign in with this email address (${email}) and create your account:\n${appUrl}/login`,
      'You need no password: each time you sign in, a six-digit code is sent to this address.',
      `If you did not expect this mail, ignore it. Questions? Write to ${contactEmail}.\n${appName}`,
    ].join('\n\n'),
  };
}

/** To somebody who has an account and belongs to the school from now on. */
export function staffJoinedMail(
  ctx: Surroundings,
  { email, school, firstName, lastName }: Invited & { firstName: string; lastName: string },
): NewMail {
  const { appName, appUrl, contactEmail } = ctx.settings;
  return {
    kind: 'staff.joined',
    to: email,
    highSchoolId: school.id,
    subject: `You joined ${school.name} at ${appName}`,
    text: [
      `Hello ${firstName} ${lastName},`,
      `${inviterOf(ctx)} added you to the staff of ${school.name} at ${appName}.`,
      `Sign in with this email address (${email}) to work for the school:\n${appUrl}/login`,
      `If this is a mistake, or if you have questions, write to ${contactEmail}.\n${appName}`,
    ].join('\n\n'),
  };
}

function inviterOf({ actor, settings }: Surroundings): string {
  return actor.kind === 'user' ? `${actor.firstName} ${actor.lastName}` : settings.appName;
}
