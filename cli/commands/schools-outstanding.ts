import { listOutstanding } from '#app/domain/home/admin-home.server.ts';
import { SCHOOL_STATE_LABELS } from '#app/schemas/enums.ts';
import { OutstandingQuerySchema, type OutstandingSchool } from '#app/schemas/home-screens.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface OutstandingOptions {
  readonly state?: string;
  readonly limit?: string;
  readonly offset?: string;
}

const COLUMNS: readonly Column<OutstandingSchool>[] = [
  { title: 'School', cell: ({ name }) => name },
  { title: 'Students last year', isNumber: true, cell: ({ lastYearStudents }) => lastYearStudents },
  { title: 'Status', cell: ({ state }) => SCHOOL_STATE_LABELS[state] },
  { title: 'Phone', cell: ({ phone }) => phone },
  { title: 'Last sign-in', cell: ({ lastSignedInAt }) => instant(lastSignedInAt) },
  { title: 'Last email', cell: ({ lastEmail }) => instant(lastEmail?.at ?? null) },
  { title: 'Last call', cell: ({ lastCall }) => instant(lastCall?.at ?? null) },
  { title: 'Extended to', cell: ({ extendedDueAt }) => instant(extendedDueAt) },
  { title: 'Snoozed until', cell: ({ snoozedUntil }) => snoozedUntil ?? '' },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel schools outstanding`: lists the active year's outstanding schools in the dashboard's order. */
export async function schoolsOutstanding(
  context: CommandContext,
  options: OutstandingOptions,
): Promise<ExitCode> {
  const query = parseListFilter(OutstandingQuerySchema, { ...options });
  await withServices(context, async (ctx) => {
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listOutstanding(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no outstanding schools.',
    });
  });
  return EXIT.done;
}
