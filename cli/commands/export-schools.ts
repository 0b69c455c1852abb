import { streamHighSchoolsCsv } from '#app/domain/exports/stream-high-schools-csv.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import type { ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findSchool } from '#cli/references.server.ts';
import { type SchoolFilterOptions, schoolFilterValues } from '#cli/school-filter.ts';
import { assertCsv, type OutputOptions, writeExport } from '#cli/write-export.server.ts';

export interface ExportSchoolsOptions extends SchoolFilterOptions, OutputOptions {}

const SCHOOLS = { nouns: ['school', 'schools'], total: null, isMarking: false } as const;

/** `laurel export schools [filters]`: exports high schools and their staff as CSV. */
export async function exportSchools(
  context: CommandContext,
  options: ExportSchoolsOptions,
): Promise<ExitCode> {
  assertCsv(context);
  const filter = parseFilter(HighSchoolFilterSchema, schoolFilterValues(options));
  return withServices(context, (ctx) =>
    writeExport(context, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchoolsCsv(ctx, { filter }, reader),
    }),
  );
}

/** `laurel export school ID`: exports one high school as CSV. */
export async function exportSchool(
  context: CommandContext,
  school: string,
  options: OutputOptions,
): Promise<ExitCode> {
  assertCsv(context);
  return withServices(context, async (ctx) => {
    const { id: highSchoolId } = await findSchool(ctx, school);
    return writeExport(context, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchoolsCsv(ctx, { highSchoolId }, reader),
    });
  });
}
