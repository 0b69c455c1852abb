import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import type { ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { schoolNamed } from '#cli/references.server.ts';
import { type SchoolFilterOptions, schoolFilterValues } from '#cli/school-filter.ts';
import { assertCsv, type OutputOptions, takeExport } from '#cli/take-export.server.ts';

export interface ExportSchoolsOptions extends SchoolFilterOptions, OutputOptions {}

const SCHOOLS = { nouns: ['school', 'schools'], total: null, isMarking: false } as const;

/** `laurel export schools [filters]`: exports high schools and their staff as CSV. */
export async function exportSchools(call: Call, options: ExportSchoolsOptions): Promise<ExitCode> {
  assertCsv(call);
  const filter = parseFilter(HighSchoolFilterSchema, schoolFilterValues(options));
  return withCommandContext(call, (ctx) =>
    takeExport(call, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchoolsCsv(ctx, { filter }, reader),
    }),
  );
}

/** `laurel export school ID`: exports one high school as CSV. */
export async function exportSchool(call: Call, school: string, options: OutputOptions): Promise<ExitCode> {
  assertCsv(call);
  return withCommandContext(call, async (ctx) => {
    const { id: highSchoolId } = await schoolNamed(ctx, school);
    return takeExport(call, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchoolsCsv(ctx, { highSchoolId }, reader),
    });
  });
}
