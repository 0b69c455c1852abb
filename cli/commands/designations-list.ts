import { listDesignations, walkDesignations } from '#app/domain/designations/list-designations.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type DesignationListItem, DesignationListQuerySchema } from '#app/schemas/designation.ts';
import { criteriaLabel, DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type DesignationFilterOptions, designationFilterValues } from '#cli/designation-filter.server.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';

export interface DesignationListOptions extends DesignationFilterOptions, PageOptions {}

export const DESIGNATION_COLUMNS: readonly Column<DesignationListItem>[] = [
  { title: 'School', cell: ({ highSchool }) => highSchool.name },
  { title: 'Year', cell: ({ academicYear }) => academicYear.year },
  { title: 'Status', cell: ({ status }) => DESIGNATION_STATUS_LABELS[status] },
  { title: 'Class size', isNumber: true, cell: ({ classSize }) => classSize },
  { title: 'Criteria', cell: ({ criteria }) => (criteria === null ? null : criteriaLabel(criteria)) },
  { title: 'Submitted by', cell: ({ submittedBy }) => fullName(submittedBy) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  { title: 'Downloaded', cell: ({ downloadedAt }) => instant(downloadedAt) },
  { title: 'Id', cell: ({ id }) => id },
];

/** `laurel designations list [filters]`: lists designations like the web app. */
export async function designationsList(
  context: CommandContext,
  options: DesignationListOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { sort, direction, limit, offset } = options;
    const query = parseListFilter(DesignationListQuerySchema, {
      ...(await designationFilterValues(ctx, options)),
      ...{ sort, direction, limit, offset },
    });
    await printList(context, {
      columns: DESIGNATION_COLUMNS,
      pages: pagesFor(
        query,
        async (page) => (await listDesignations(ctx, { ...query, ...page })).items,
        () => walkDesignations(ctx, query),
      ),
      timeZone: ctx.settings.timeZone,
      empty: 'No designations match.',
    });
  });
  return EXIT.done;
}
