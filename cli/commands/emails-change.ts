import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  changeEmailTemplate,
  deleteEmailTemplate,
  findTemplates,
  getEmailTemplate,
} from '#app/domain/emails/email-templates.server.ts';
import { listDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import {
  duplicateEmailTemplate,
  startEmailTemplate,
} from '#app/domain/emails/start-email-template.server.ts';
import { deletionQuestion, EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { presentFields } from '#app/lib/records.ts';
import { listed } from '#app/lib/text/listed.ts';
import { STARTERS } from '#app/schemas/email-starters.ts';
import {
  BODY_MAX,
  type EmailTemplateResponse,
  type EmailTemplateCreate,
  EmailTemplateCreateSchema,
  EmailTemplatePatchSchema,
} from '#app/schemas/email.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findTemplate } from '#cli/email-references.server.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { readBody } from '#cli/read-body.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';
import { TEMPLATE_FIELDS } from './emails.ts';

export interface EmailCreateOptions extends ChangeOptions {
  readonly subject?: string;
  readonly body?: string;
  readonly richText?: boolean;
  readonly oneOff?: boolean;
  readonly startWith?: string;
}

/** `laurel emails create NAME`: creates a template, or a one-off email, unless it has errors. */
export async function emailsCreate(
  context: CommandContext,
  name: string,
  { startWith, oneOff: isOneOff, ...options }: EmailCreateOptions,
): Promise<ExitCode> {
  const { subject, richText } = options;
  const body = await readBody(context, options.body, { maxCharacters: BODY_MAX });
  const given = parseFields(
    EmailTemplateCreateSchema,
    presentFields({ name, subject, body, richText, isOneOff }),
    { name: 'NAME', body: '--body' },
  );
  return withServices(context, async (ctx) => {
    const fields = { ...given, startWith: await startOf(ctx, startWith) };
    const existing = await findSame(ctx, fields);
    if (existing !== null) {
      context.say(`“${existing.name}” already exists with this text.`);
      return EXIT.nothingToDo;
    }
    const { outcome, isDone } = await withOptionErrors({}, () =>
      applyWithoutConfirmation(options, ctx, (tx) => startEmailTemplate(tx, fields)),
    );
    await printTemplate(context, ctx, outcome);
    context.say(`${isDone ? 'Created' : 'Would create'} “${outcome.name}”.`);
    return EXIT.done;
  });
}

/** Returns a layout, or the ID of the template to start with. */
async function startOf(ctx: Ctx, startWith: string | undefined): Promise<string | undefined> {
  if (startWith === undefined) return undefined;
  const starter = STARTERS.find((one) => one === startWith.toUpperCase());
  return starter ?? (await findTemplate(ctx, startWith)).id;
}

/** Returns an existing email with the same name and text; null if there is none. */
async function findSame(ctx: Ctx, fields: EmailTemplateCreate): Promise<EmailTemplateResponse | null> {
  if (fields.startWith !== undefined) return null;
  for (const { id } of await findTemplates(ctx, fields.name)) {
    const { name, subject, body, richText, isOneOff, ...rest } = await getEmailTemplate(ctx, id);
    const same = { name, subject, body, richText, isOneOff };
    const isSame = (Object.keys(same) as (keyof typeof same)[]).every((key) => same[key] === fields[key]);
    if (isSame) return { ...same, ...rest };
  }
  return null;
}

/** `laurel emails duplicate EMAIL`: copies a template, or a one-off email, to a new template. */
export async function emailsDuplicate(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, name } = await findTemplate(ctx, reference);
    const { outcome, isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      duplicateEmailTemplate(tx, id),
    );
    await printTemplate(context, ctx, outcome);
    context.say(
      isDone ? `Copied “${name}” to “${outcome.name}”.` : `Would copy “${name}” to “${outcome.name}”.`,
    );
    return EXIT.done;
  });
}

/** `laurel emails delete EMAIL`: deletes a template unless a reminder uses it. Its deliveries remain. */
export async function emailsDelete(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id } = await findTemplate(ctx, reference);
    const template = await getEmailTemplate(ctx, id);
    const { total } = await listDeliveries(ctx, { templateId: id, limit: 1 });
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteEmailTemplate(tx, { id, ifMatch: template.version }),
      question: () => deletionQuestion(template, total ?? 0),
    });
    context.say(isDone ? `${EMAIL_MESSAGES.templateDeleted}.` : `Would delete “${template.name}”.`);
    return EXIT.done;
  });
}

async function printTemplate(
  context: CommandContext,
  ctx: Ctx,
  record: EmailTemplateResponse,
): Promise<void> {
  await printRecord(context, { record, fields: TEMPLATE_FIELDS, timeZone: ctx.settings.timeZone });
}

export interface EmailEditOptions extends ChangeOptions {
  readonly name?: string;
  readonly subject?: string;
  readonly body?: string;
  readonly richText?: boolean;
}

const FIELD_NAMES = { name: 'name', subject: 'subject', body: 'body', richText: 'format' } as const;

/** `laurel emails edit EMAIL --subject …`: changes a template, unless it has errors. Queued emails keep their text. */
export async function emailsEdit(
  context: CommandContext,
  reference: string,
  options: EmailEditOptions,
): Promise<ExitCode> {
  const { name, subject, richText } = options;
  const body = await readBody(context, options.body, { maxCharacters: BODY_MAX, asks: options });
  const wanted = presentFields({ name, subject, body, richText });
  const fields = (Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]).filter(
    (field) => wanted[field] !== undefined,
  );
  if (fields.length === 0) {
    throw new CommandFailure(
      'Choose what to change: --name, --subject, --body, --rich-text, or --no-rich-text.',
      EXIT.usage,
    );
  }
  const patch = parseFields(EmailTemplatePatchSchema, wanted);
  return withServices(context, async (ctx) => {
    const { id } = await findTemplate(ctx, reference);
    const before = await getEmailTemplate(ctx, id);
    const change = `the ${listed(fields.map((field) => FIELD_NAMES[field]))} of “${before.name}”`;
    const { outcome, isDone } = await withOptionErrors({}, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeEmailTemplate(tx, { id, patch, ifMatch: before.version }),
        question: ({ version }) => (version === before.version ? null : `Change ${change}?`),
      }),
    );
    if (outcome.version === before.version) {
      context.say(`“${before.name}” already has these values. Nothing was changed.`);
      return EXIT.nothingToDo;
    }
    context.say(isDone ? `Changed ${change}.` : `Would change ${change}.`);
    return EXIT.done;
  });
}
