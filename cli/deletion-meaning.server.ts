import { listSessions } from '#app/domain/auth/list-sessions.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listUserHighSchools } from '#app/domain/users/read-users.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { UserAnswer } from '#app/schemas/user.ts';

/** Describes the effects of deleting an account, one sentence each. */
export async function deletionMeaning(ctx: Ctx, user: UserAnswer): Promise<string[]> {
  const { items } = await listUserHighSchools(ctx, { userId: user.id });
  const sessions = await listSessions(ctx, user.id);
  const name = fullName(user);
  return [
    items.length === 0
      ? `${name} isn't on any school's staff.`
      : `${name} is removed from the staff of ${items.map(({ highSchool }) => highSchool.name).join(', ')}.`,
    sessions.length === 0
      ? `${name} isn't signed in anywhere.`
      : `${name} is signed out of ${counted(sessions.length, 'browser')}. Unsaved changes there will be lost.`,
    `\`laurel users flags ${user.email} --remove DELETED\` restores the account, but not its positions.`,
  ];
}
