import { listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { type HighSchoolListItem, HighSchoolListQuerySchema } from '#app/schemas/high-school.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type SchoolFilterOptions, schoolFilterValues } from '#cli/school-filter.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';

export interface SchoolListOptions extends SchoolFilterOptions, PageOptions {}

const COLUMNS: readonly Column<HighSchoolListItem>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Status', cell: ({ status }) => ACTIVITY_STATUS_LABELS[status] },
  { title: 'Phone', cell: ({ phone }) => phone },
  { title: 'Banner code', cell: ({ bannerCode }) => bannerCode },
  { title: 'Approved', isNumber: true, cell: ({ designationCount }) => designationCount },
  { title: 'Id', cell: ({ id }) => id },
];

/** `laurel schools list [filters]`: the high schools that the screen's list would show, with how many of their designations were approved. */
export async function schoolsList(call: Call, options: SchoolListOptions): Promise<ExitCode> {
  const { sort, direction, limit, offset } = options;
  const query = parseListFilter(HighSchoolListQuerySchema, {
    ...schoolFilterValues(options),
    ...{ sort, direction, limit, offset },
  });
  await withCommandContext(call, (ctx) =>
    printList(call, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listHighSchools(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'No high school is like this.',
    }),
  );
  return EXIT.done;
}
