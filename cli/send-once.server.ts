import type { Ctx } from '#app/domain/ctx.server.ts';
import type { EmailSent } from '#app/domain/emails/repeated-sends.server.ts';
import { type EmailRequest, sendEmail } from '#app/domain/emails/send-email.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import type { CommandContext } from './command-context.ts';
import { type AppliedChange, applyChange, type ChangeOptions } from './apply-change.server.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { withJobLock } from './job-lock.server.ts';

export interface PlannedSend {
  readonly request: Omit<EmailRequest, 'again' | 'expected' | 'key'> & { readonly key: string };
  /** For example '“News” to Administrators'. */
  readonly description: string;
  readonly leftOut: readonly string[];
}

interface SendOptions extends ChangeOptions {
  readonly again?: boolean;
}

/**
 * Sends an email at most once per key. Asks again if it was sent to the same audience within the last minute.
 *
 * @throws {CommandFailure} when it isn't confirmed, another run has the lock, or the key belongs to another send
 */
export async function sendOnce(
  context: CommandContext,
  options: SendOptions,
  ctx: Ctx,
  plan: PlannedSend,
): Promise<AppliedChange<EmailSent>> {
  try {
    return await attempt(options.again === true ? 'asked' : false, '');
  } catch (error) {
    if (!isJustSent(error)) throw withKey(error, plan.request.key);
    if (!context.isInteractive || options.yes === true || options.dryRun === true) {
      throw new CommandFailure(`${error.message} To send it anyway, add --again.`, EXIT.nothingToDo);
    }
    return attempt('asked', error.message);
  }

  function attempt(again: EmailRequest['again'], justSent: string) {
    return applyChange<EmailSent>(context, options, ctx, {
      make: (tx, shown) => {
        const request = { ...plan.request, again, ...(shown && { expected: shown.sentEmails }) };
        return withJobLock(ctx, 'emails send', () => sendEmail(tx, request), request.key);
      },
      question: ({ sentBefore, sentEmails }) => {
        if (sentBefore !== null) return null;
        for (const line of plan.leftOut) context.say(line);
        const what = `${plan.description}: ${counted(sentEmails, 'person', 'people')}`;
        return justSent === '' ? `Send ${what}?` : `${what}. ${justSent}`;
      },
    });
  }
}

function isJustSent(error: unknown): error is Conflict {
  return error instanceof Conflict && 'delivery' in error.details;
}

function withKey(error: unknown, key: string): unknown {
  if (!(error instanceof Conflict) || error.message !== EMAIL_MESSAGES.keyUsed) return error;
  return new CommandFailure(
    `The key ${key} was already used with other options. Nothing was sent. To send this too, use another --key.`,
  );
}
