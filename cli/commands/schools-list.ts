import { listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import { type HighSchoolListItem, HighSchoolListQuerySchema } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_FIELD_LIST } from '#app/schemas/high-school-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type SchoolFilterOptions, schoolFilterValues } from '#cli/school-filter.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { fieldColumn } from './schools-show.ts';

export interface SchoolListOptions extends SchoolFilterOptions, PageOptions {}

const COLUMNS: readonly Column<HighSchoolListItem>[] = [
  ...HIGH_SCHOOL_FIELD_LIST.filter(([, { isListed }]) => isListed === true).map(fieldColumn),
  { title: 'Approved', isNumber: true, cell: ({ designationCount }) => designationCount },
  { title: 'Id', cell: ({ id }) => id },
];

/** `laurel schools list [filters]`: lists high schools like the web app, with their number of approved designations. */
export async function schoolsList(context: CommandContext, options: SchoolListOptions): Promise<ExitCode> {
  const { sort, direction, limit, offset } = options;
  const query = parseListFilter(HighSchoolListQuerySchema, {
    ...schoolFilterValues(options),
    ...{ sort, direction, limit, offset },
  });
  await withServices(context, (ctx) =>
    printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listHighSchools(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'No high schools match.',
    }),
  );
  return EXIT.done;
}
