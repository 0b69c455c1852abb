import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { type AudienceRead, readAudience } from '#app/domain/emails/read-audience.server.ts';
import { defaultSendKey, type EmailSent } from '#app/domain/emails/repeated-sends.server.ts';
import { audienceLine } from '#app/messages/audience-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { IdempotencyKeySchema } from '#app/server/idempotency-key.ts';
import {
  type AudienceOptions,
  parseAudienceOptions,
  skippedSummary,
  skippedPeopleLines,
  withTemplateErrors,
  resolveSelected,
} from '#cli/audience-options.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { parseFields, parseInstant } from '#cli/parse-options.server.ts';
import { findTemplate } from '#cli/email-references.server.ts';
import { type PlannedSend, sendOnce } from '#cli/send-once.server.ts';
import { reportDelivery } from '#cli/report-delivery.server.ts';

export interface EmailSendOptions extends AudienceOptions, ChangeOptions {
  readonly at?: string;
  readonly key?: string;
  readonly again?: boolean;
  readonly wait?: boolean;
}

/** The default time for --at with only a date, when reminders are sent too. */
const MORNING = '08:00';
const KeySchema = z.strictObject({ key: IdempotencyKeySchema.optional() });

/** `laurel emails send EMAIL --target T`: sends once per key. --wait also follows an earlier run's delivery. */
export async function emailsSend(
  context: CommandContext,
  reference: string,
  options: EmailSendOptions,
): Promise<ExitCode> {
  return withServices(context, (ctx) => send(context, ctx, reference, options), NEEDED_FOR_MAIL);
}

async function send(
  context: CommandContext,
  ctx: Ctx,
  reference: string,
  options: EmailSendOptions,
): Promise<ExitCode> {
  const { choice: typed, except } = parseAudienceOptions(options);
  const { key: givenKey } = parseFields(KeySchema, { key: options.key });
  const { timeZone } = ctx.settings;
  const scheduledAt =
    options.at === undefined ? undefined : parseInstant('--at', options.at, { clock: MORNING, timeZone });
  const { id: templateId, name } = await findTemplate(ctx, reference);
  const choice = await resolveSelected(ctx, typed, options);
  return withTemplateErrors(name, sendToAudience, { scheduledAt: '--at' });

  async function sendToAudience(): Promise<ExitCode> {
    const key = givenKey ?? (await defaultSendKey(ctx, { templateId, choice }));
    const audience = await readAudience(ctx, { choice, except });
    const description = `“${name}” to ${formatChoice(choice, audience)}`;
    const leftOut =
      options.dryRun === true ? skippedPeopleLines(audience.leftOut) : skippedSummary(audience.leftOut);
    const plan: PlannedSend = {
      request: { templateId, choice, except, scheduledAt, key },
      description,
      leftOut,
    };
    try {
      const { outcome, isDone } = await sendOnce(context, options, ctx, plan);
      return await reportSend(outcome, isDone, plan);
    } catch (error) {
      if (!hasNoRecipients(error)) throw error;
      context.say(`${description}: no one matches. Nothing was sent.`);
      return EXIT.nothingToDo;
    }
  }

  async function reportSend(
    sent: EmailSent,
    isDone: boolean,
    { description, leftOut }: PlannedSend,
  ): Promise<ExitCode> {
    const { deliveryId: id, sentBefore, sentEmails } = sent;
    const clock = (iso: string) => formatInZone(iso, context.isUtc ? 'UTC' : timeZone);
    const wait = options.wait === true;
    if (sentBefore !== null) {
      context.say(`Already sent on ${clock(sentBefore)} (same key): ${description}. Nothing was sent.`);
      return reportDelivery(context, ctx, { id, wait, otherwise: EXIT.nothingToDo });
    }
    if (options.dryRun === true || options.yes === true) for (const line of leftOut) context.say(line);
    const when = scheduledAt === undefined ? '' : `, on ${clock(scheduledAt)}`;
    const outcome = scheduledAt === undefined ? 'Sending' : 'Scheduled';
    const verb = isDone ? outcome : 'Would send';
    context.say(`${verb} ${description}: ${counted(sentEmails, 'person', 'people')}${when}.`);
    return isDone ? reportDelivery(context, ctx, { id, wait, otherwise: EXIT.done }) : EXIT.done;
  }
}

function formatChoice(choice: AudienceChoice, { year }: AudienceRead): string {
  return audienceLine({
    target: choice.target,
    positions: 'positions' in choice ? choice.positions : [],
    year: year?.year ?? null,
    criteria: ('criteria' in choice ? choice.criteria : null) ?? null,
    status: 'status' in choice ? choice.status : null,
    states: 'states' in choice ? choice.states : null,
    schoolIds: 'schoolIds' in choice ? choice.schoolIds : null,
    userIds: 'userIds' in choice ? choice.userIds : null,
  });
}

function hasNoRecipients(error: unknown): boolean {
  return error instanceof Invalid && error.issues.some(({ path: [field] }) => field === 'target');
}
