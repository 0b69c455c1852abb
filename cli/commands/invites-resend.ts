import { resendInvite } from '#app/domain/invites/open-invite.server.ts';
import type { Call } from '#cli/call.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { inviteNamed } from '#cli/references.server.ts';

/** `laurel invites resend EMAIL`: queues the invite's email again. */
export async function invitesResend(
  call: Call,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withCommandContext(
    call,
    async (ctx) => {
      const { id, email } = await inviteNamed(ctx, reference);
      const { isDone } = await applyChange(call, options, ctx, {
        make: (tx) => resendInvite(tx, id),
        question: () => `Send the invite to ${email} again?`,
      });
      call.say(isDone ? `Sent the invite to ${email} again.` : `Would send the invite to ${email} again.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}
