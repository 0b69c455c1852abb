import { listDisclosures } from '#app/domain/disclosures/list-disclosures.server.ts';
import { disclosureFilter, disclosurePurpose, sourceLabel } from '#app/messages/disclosure-labels.ts';
import type { StudentDisclosure } from '#app/schemas/student-disclosure.ts';
import { loggedName } from '#app/lib/text/person-name.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseId } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const columnsIn = (timeZone: string): readonly Column<StudentDisclosure>[] => [
  { title: 'When', cell: ({ at }) => ({ at }) },
  { title: 'Who', cell: ({ actor }) => (actor === null ? 'The system' : loggedName(actor)) },
  { title: 'Email', cell: ({ actor }) => actor?.email ?? null },
  { title: 'Via', cell: sourceLabel },
  { title: 'What', cell: ({ purpose }) => disclosurePurpose(purpose) },
  { title: 'Purpose', cell: ({ statedPurpose }) => statedPurpose },
  { title: 'Filter', cell: ({ filter, names }) => disclosureFilter(filter, { names, timeZone }) },
  { title: 'Students', isNumber: true, cell: ({ rowCount }) => rowCount },
];

/** `laurel students disclosures ID`: lists who obtained a student's data, newest first, without the data. */
export async function studentsDisclosures(context: CommandContext, id: string): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const disclosures = await listDisclosures(ctx, parseId(id));
    await printList(context, {
      columns: columnsIn(ctx.settings.timeZone),
      pages: onePage(disclosures),
      timeZone: ctx.settings.timeZone,
      empty: "No one has obtained this student's data.",
    });
  });
  return EXIT.done;
}
