import { retryDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { findDelivery } from '#cli/references.server.ts';
import { reportDelivery } from '#cli/report-delivery.server.ts';

export interface EmailRetryOptions extends ChangeOptions {
  readonly wait?: boolean;
}

/** `laurel emails retry ID`: resends the failed emails of a delivery, but not the bounced ones. */
export async function emailsRetry(
  context: CommandContext,
  reference: string,
  options: EmailRetryOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id, template, counts } = await findDelivery(ctx, reference);
      if (counts.failed === 0) {
        context.say('No email of this delivery has failed.');
        return EXIT.nothingToDo;
      }
      const failed = `the failed emails of “${template.name}” again: ${counted(counts.failed, 'email')}`;
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => retryDelivery(tx, id),
        question: () => `Send ${failed}?`,
      });
      if (!isDone) {
        context.say(`Would send ${failed}.`);
        return EXIT.done;
      }
      context.say(`Sending ${failed}.`);
      return reportDelivery(context, ctx, { id, wait: options.wait === true, otherwise: EXIT.done });
    },
    NEEDED_FOR_MAIL,
  );
}
