import type { Ctx } from '#app/domain/ctx.server.ts';
import { DESIGNATION_FILTERS, type DesignationFilterName } from '#app/schemas/designation-filters.ts';
import { pickSetFields } from '#app/schemas/field-tables.ts';
import type { OptionValues } from './parse-options.server.ts';
import { findSchool, findYear } from './references.server.ts';

/** Filters with an option of another name. */
type Renamed = 'academicYearId' | 'highSchoolId' | 'noDownloadDate';

/** The designation filters, as parsed by Commander. */
export interface DesignationFilterOptions extends Readonly<
  Partial<Record<Exclude<DesignationFilterName, Renamed>, string | readonly string[]>>
> {
  readonly year?: string;
  readonly highSchool?: string;
  /** False for --no-download-date. */
  readonly downloadDate?: boolean;
}

/** @throws {CommandFailure} when the year or school doesn't exist */
export async function designationFilterValues(
  ctx: Ctx,
  { year, highSchool, downloadDate, ...options }: DesignationFilterOptions,
): Promise<OptionValues> {
  return pickSetFields(DESIGNATION_FILTERS, {
    ...options,
    noDownloadDate: downloadDate === false ? 'true' : undefined,
    academicYearId: year === undefined ? undefined : (await findYear(ctx, year)).id,
    highSchoolId: highSchool === undefined ? undefined : (await findSchool(ctx, highSchool)).id,
  });
}

/** Whether any filter is set. */
export function hasDesignationFilter({
  year,
  highSchool,
  downloadDate,
  ...options
}: DesignationFilterOptions): boolean {
  const filters = pickSetFields(DESIGNATION_FILTERS, options);
  const values = [year, highSchool, ...Object.values(filters)];
  return downloadDate === false || values.some((value) => value !== undefined);
}
