import { retryDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { Call } from '#cli/call.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { deliveryNamed } from '#cli/references.server.ts';
import { reportDelivery } from '#cli/report-delivery.server.ts';

export interface EmailRetryOptions extends ChangeOptions {
  readonly wait?: boolean;
}

/** `laurel emails retry ID`: resends the failed emails of a delivery, but not the bounced ones. */
export async function emailsRetry(
  call: Call,
  reference: string,
  options: EmailRetryOptions,
): Promise<ExitCode> {
  return withCommandContext(
    call,
    async (ctx) => {
      const { id, template, counts } = await deliveryNamed(ctx, reference);
      if (counts.failed === 0) {
        call.say('No email of this delivery has failed.');
        return EXIT.nothingToDo;
      }
      const failed = `the failed emails of “${template.name}” again: ${counted(counts.failed, 'email')}`;
      const { isDone } = await applyChange(call, options, ctx, {
        make: (tx) => retryDelivery(tx, id),
        question: () => `Send ${failed}?`,
      });
      if (!isDone) {
        call.say(`Would send ${failed}.`);
        return EXIT.done;
      }
      call.say(`Sending ${failed}.`);
      return reportDelivery(call, ctx, { id, wait: options.wait === true, otherwise: EXIT.done });
    },
    NEEDED_FOR_MAIL,
  );
}
