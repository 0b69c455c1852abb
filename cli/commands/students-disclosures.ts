import { listDisclosures } from '#app/domain/disclosures/list-disclosures.server.ts';
import {
  disclosureChannel,
  disclosureFilter,
  disclosurePurpose,
} from '#app/lib/messages/disclosure-labels.ts';
import type { StudentDisclosure } from '#app/schemas/student-disclosure.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { idNamed } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

const columnsIn = (timeZone: string): readonly Column<StudentDisclosure>[] => [
  { title: 'When', cell: ({ at }) => ({ at }) },
  { title: 'Who', cell: ({ actor }) => (actor === null ? 'The system' : fullName(actor)) },
  { title: 'Email', cell: ({ actor }) => actor?.email ?? null },
  { title: 'By', cell: ({ channel }) => disclosureChannel(channel) },
  { title: 'What', cell: ({ purpose }) => disclosurePurpose(purpose) },
  { title: 'Filter', cell: ({ filter, names }) => disclosureFilter(filter, { names, timeZone }) },
  { title: 'Students', isNumber: true, cell: ({ rowCount }) => rowCount },
];

/** `laurel students disclosures ID`: lists who obtained a student's data, newest first, without the data. */
export async function studentsDisclosures(call: Call, id: string): Promise<ExitCode> {
  await withCommandContext(call, async (ctx) => {
    const disclosures = await listDisclosures(ctx, idNamed(id));
    await printList(call, {
      columns: columnsIn(ctx.settings.timeZone),
      pages: onePage(disclosures),
      timeZone: ctx.settings.timeZone,
      empty: "No one has obtained this student's data.",
    });
  });
  return EXIT.done;
}
