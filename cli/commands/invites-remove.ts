import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { removeUserInvite } from '#app/domain/invites/open-invite.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';

/** `laurel invites remove EMAIL`: removes an open invite and its staff invites. */
export async function invitesRemove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const open = await findUserInvite(ctx, reference);
    if (open === null) {
      context.say(
        `No open invite matches ${reference}. Run \`laurel invites list\` to see all open invites.`,
      );
      return EXIT.nothingToDo;
    }
    const { id, email, staffInvites } = open;
    const schools = staffInvites.map(({ highSchool }) => highSchool.name).join(', ');
    const invite = `the invite for ${email}${schools === '' ? '' : `, including the staff invites to ${schools}`}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removeUserInvite(tx, id),
      question: () => `Remove ${invite}?`,
    });
    context.say(isDone ? `Removed ${invite}.` : `Would remove ${invite}.`);
    return EXIT.done;
  });
}
