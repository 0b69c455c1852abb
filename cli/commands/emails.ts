import { getEmailTemplate, listEmailTemplates } from '#app/domain/emails/email-templates.server.ts';
import { type EmailTemplateResponse, PreviewQuerySchema, type Recipient } from '#app/schemas/email.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  withOptionErrors,
  type PageOptions,
  parseFilter,
  parseListFilter,
} from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { findTemplate } from '#cli/email-references.server.ts';
import { printRecord, printText } from '#cli/terminal/print-record.ts';
import { previewEmail } from '#app/domain/emails/preview-email.server.ts';
import {
  type AudienceOptions,
  parseAudienceOptions,
  skippedPeopleLines,
  withTemplateErrors,
  resolveSelected,
} from '#cli/audience-options.server.ts';
import { readAudience } from '#app/domain/emails/read-audience.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';

const COLUMNS: readonly Column<EmailTemplateResponse>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'MJML', cell: ({ richText }) => richText },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'ID', cell: ({ id }) => id },
];

export interface EmailListOptions extends PageOptions {
  readonly oneOff?: boolean;
}

/** `laurel emails list`: lists email templates, or one-off emails, by name. JSON includes their bodies. */
export async function emailsList(
  context: CommandContext,
  { direction, limit, offset, oneOff = false }: EmailListOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const page = parseListFilter(ListQuerySchema, { direction, limit, offset });
    const query = { ...page, oneOff };
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (part) => (await listEmailTemplates(ctx, { ...query, ...part })).items),
      timeZone: ctx.settings.timeZone,
      empty: oneOff
        ? 'There are no one-off emails. To write one, run `laurel emails create NAME --one-off`.'
        : 'There are no email templates yet. To create one, run `laurel emails create NAME`.',
    });
  });
  return EXIT.done;
}

export const TEMPLATE_FIELDS: readonly Column<EmailTemplateResponse>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'MJML', cell: ({ richText }) => richText },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];
const BODY: Column<EmailTemplateResponse> = { title: 'Body', cell: ({ body }) => body };

/** `laurel emails show EMAIL`: shows an email template. A table has the body below it; --body prints only the body. */
export async function emailsShow(
  context: CommandContext,
  reference: string,
  options: { body?: boolean },
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { id } = await findTemplate(ctx, reference);
    const record = await getEmailTemplate(ctx, id);
    const { timeZone } = ctx.settings;
    if (options.body === true) return printText(context, record.body);
    const isTable = context.format === 'table';
    await printRecord(context, {
      record,
      fields: isTable ? TEMPLATE_FIELDS : [...TEMPLATE_FIELDS, BODY],
      timeZone,
    });
    if (isTable) await printText(context, `\n${record.body}`);
  });
  return EXIT.done;
}

export interface EmailPreviewOptions {
  readonly email?: string;
  readonly text?: boolean;
}

/** `laurel emails preview EMAIL`: prints the HTML or text, by default with sample values. JSON has both. */
export async function emailsPreview(
  context: CommandContext,
  reference: string,
  { email: address, text: isText = false }: EmailPreviewOptions,
): Promise<ExitCode> {
  const { email } = parseFilter(PreviewQuerySchema, { email: address });
  await withServices(context, async (ctx) => {
    const template = await findTemplate(ctx, reference);
    const message = await withTemplateErrors(template.name, () =>
      previewEmail(ctx, { id: template.id, email }),
    );
    if (context.format === 'json') return context.write(`${JSON.stringify(message, null, 2)}\n`);
    if (context.format === 'ndjson') return context.write(`${JSON.stringify(message)}\n`);
    if (email === undefined) context.say(EMAIL_MESSAGES.sampleValues);
    context.say(`Subject: ${message.subject}`);
    await printText(context, isText ? message.text : message.html);
  });
  return EXIT.done;
}

const RECIPIENT_COLUMNS: readonly Column<Recipient>[] = [
  { title: 'Name', cell: (person) => fullName(person) },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Schools', cell: ({ schools }) => ({ list: schools }) },
];

/** `laurel emails recipients --target T`: lists recipients by name, and excluded people on standard error. */
export async function emailsRecipients(context: CommandContext, options: AudienceOptions): Promise<ExitCode> {
  const { choice: typed, except } = parseAudienceOptions(options);
  await withServices(context, async (ctx) => {
    const choice = await resolveSelected(ctx, typed, options);
    const { people, leftOut } = await withOptionErrors({}, () => readAudience(ctx, { choice, except }));
    await printList(context, {
      columns: RECIPIENT_COLUMNS,
      pages: onePage(people),
      timeZone: ctx.settings.timeZone,
      empty: '',
    });
    for (const line of skippedPeopleLines(leftOut)) context.say(line);
    context.say(`${counted(people.length, 'recipient')}, ${leftOut.length} skipped.`);
  });
  return EXIT.done;
}
