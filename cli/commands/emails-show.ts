import { getEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { templateNamed } from '#cli/references.server.ts';
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
  call: Call,
  reference: string,
  options: { body?: boolean },
): Promise<ExitCode> {
  await withCommandContext(call, async (ctx) => {
    const { id } = await templateNamed(ctx, reference);
    const record = await getEmailTemplate(ctx, id);
    const { timeZone } = ctx.settings;
    if (options.body === true) return printText(call, record.body);
    const isTable = call.format === 'table';
    await printRecord(call, { record, fields: isTable ? FIELDS : [...FIELDS, BODY], timeZone });
    if (isTable) await printText(call, `\n${record.body}`);
  });
  return EXIT.done;
}
