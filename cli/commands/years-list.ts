import { listAcademicYears } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { YEAR_DATE_LIST } from '#app/schemas/year-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

export const YEAR_COLUMNS: readonly Column<AcademicYearAnswer>[] = [
  { title: 'Year', cell: ({ year }) => year },
  { title: 'Status', cell: ({ status }) => ACTIVITY_STATUS_LABELS[status] },
  ...YEAR_DATE_LIST.map(([name, { label }]): Column<AcademicYearAnswer> => ({
    title: label,
    cell: (year) => instant(year[name]),
  })),
];

/** `laurel years list`: lists academic years, newest first. */
export async function yearsList(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { items } = await listAcademicYears(ctx);
    await printList(context, {
      columns: YEAR_COLUMNS,
      pages: onePage(items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no academic years yet. Add one with `laurel years add 2026`.',
    });
  });
  return EXIT.done;
}
