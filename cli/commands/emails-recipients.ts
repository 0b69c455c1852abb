import { readAudience } from '#app/domain/emails/read-audience.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { Recipient } from '#app/schemas/email.ts';
import { type AudienceOptions, audienceTyped } from '#cli/audience-options.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { leftOutLines } from '#cli/left-out-lines.ts';
import { namingOptions } from '#cli/parse-options.server.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<Recipient>[] = [
  { title: 'Name', cell: (person) => fullName(person) },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Schools', cell: ({ schools }) => ({ list: schools }) },
];

/** `laurel emails recipients --target T`: lists recipients by name, and excluded people on standard error. */
export async function emailsRecipients(context: CommandContext, options: AudienceOptions): Promise<ExitCode> {
  const { choice, except } = audienceTyped(options);
  await withServices(context, async (ctx) => {
    const { people, leftOut } = await namingOptions({}, () => readAudience(ctx, { choice, except }));
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(people),
      timeZone: ctx.settings.timeZone,
      empty: '',
    });
    for (const line of leftOutLines(leftOut)) context.say(line);
    context.say(
      `${counted(people.length, 'person', 'people')} would each get one email; ${leftOut.length} skipped.`,
    );
  });
  return EXIT.done;
}
