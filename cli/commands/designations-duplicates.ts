import { listDuplicatePairs } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { type DuplicatePair, DuplicatePairsQuerySchema } from '#app/schemas/duplicate-pair.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findYear } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface DuplicatesOptions {
  readonly year?: string;
  readonly limit?: string;
  readonly offset?: string;
}

const COLUMNS: readonly Column<DuplicatePair>[] = [
  { title: 'School', cell: ({ designations: [one] }) => one.highSchool.name },
  { title: 'Status', cell: ({ designations: [one] }) => DESIGNATION_STATUS_LABELS[one.status] },
  { title: 'Other school', cell: ({ designations: [, other] }) => other.highSchool.name },
  { title: 'Other status', cell: ({ designations: [, other] }) => DESIGNATION_STATUS_LABELS[other.status] },
  { title: 'Students', isNumber: true, cell: ({ students }) => students },
  { title: 'Year', cell: ({ academicYear }) => academicYear.year },
  { title: 'ID', cell: ({ designations: [one] }) => one.id },
  { title: 'Other ID', cell: ({ designations: [, other] }) => other.id },
];

/** `laurel designations duplicates`: lists the pairs of a year's designations whose lists may have the same students. */
export async function designationsDuplicates(
  context: CommandContext,
  { year, ...page }: DuplicatesOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const academicYearId = year === undefined ? undefined : (await findYear(ctx, year)).id;
    const query = parseFilter(DuplicatePairsQuerySchema, { ...page, academicYearId });
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listDuplicatePairs(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: "No student is on two schools' lists.",
    });
  });
  return EXIT.done;
}
