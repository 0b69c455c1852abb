import { listEmailTemplates } from '#app/domain/emails/email-templates.server.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<EmailTemplateAnswer>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'MJML', cell: ({ richText }) => richText },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'Id', cell: ({ id }) => id },
];

/** `laurel emails list`: lists email templates by name. JSON includes their bodies. */
export async function emailsList(
  context: CommandContext,
  { direction, limit, offset }: PageOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listEmailTemplates(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no emails yet. Administrators write them under Emails.',
    });
  });
  return EXIT.done;
}
