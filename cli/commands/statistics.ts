import { listStatistics } from '#app/domain/statistics/read-statistics.server.ts';
import { statisticsColumns } from '#app/messages/statistics-labels.ts';
import { StatisticsQuerySchema } from '#app/schemas/statistics.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findYear } from '#cli/references.server.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface StatisticsOptions {
  readonly by?: string;
  readonly year?: string;
  readonly sort?: string;
  readonly direction?: string;
  readonly limit?: string;
  readonly offset?: string;
}

/** `laurel statistics [--by year|school|city]`: schools, students, times, and returns, without students' data. */
export async function statistics(
  context: CommandContext,
  { year, ...options }: StatisticsOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const query = parseFilter(StatisticsQuerySchema, {
      ...options,
      academicYearId: year === undefined ? undefined : (await findYear(ctx, year)).id,
    });
    const { rows } = await listStatistics(ctx, query);
    await printList(context, {
      columns: statisticsColumns(query.by).map(({ title, text }) => ({ title, cell: text })),
      pages: onePage(rows),
      timeZone: ctx.settings.timeZone,
      empty: 'No designations have been submitted yet.',
    });
  });
  return EXIT.done;
}
