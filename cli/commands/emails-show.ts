import { getEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findTemplate } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { printText } from '#cli/terminal/print-text.ts';

const FIELDS: readonly Column<EmailTemplateAnswer>[] = [
  { title: 'Id', cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'MJML', cell: ({ richText }) => richText },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];
const BODY: Column<EmailTemplateAnswer> = { title: 'Body', cell: ({ body }) => body };

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
    await printRecord(context, { record, fields: isTable ? FIELDS : [...FIELDS, BODY], timeZone });
    if (isTable) await printText(context, `\n${record.body}`);
  });
  return EXIT.done;
}
