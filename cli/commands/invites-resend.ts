import { resendInvite } from '#app/domain/invites/open-invite.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { findInvite } from '#cli/references.server.ts';

/** `laurel invites resend EMAIL`: queues the invite's email again. */
export async function invitesResend(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id, email } = await findInvite(ctx, reference);
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => resendInvite(tx, id),
        question: () => `Send the invite to ${email} again?`,
      });
      context.say(isDone ? `Sent the invite to ${email} again.` : `Would send the invite to ${email} again.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}
