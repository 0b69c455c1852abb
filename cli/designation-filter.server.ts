import type { Ctx } from '#app/domain/ctx.server.ts';
import type { OptionValues } from './parse-options.server.ts';
import { schoolNamed, yearNamed } from './references.server.ts';

/** The designation filters, as parsed by Commander. */
export interface DesignationFilterOptions {
  readonly year?: string;
  readonly highSchool?: string;
  readonly highSchoolName?: string;
  readonly criteria?: readonly string[];
  readonly status?: readonly string[];
  readonly beforeDate?: string;
  readonly afterDate?: string;
  /** False for --no-download-date. */
  readonly downloadDate?: boolean;
  readonly downloadBeforeDate?: string;
  readonly downloadAfterDate?: string;
}

/** @throws {CommandFailure} when the year or school doesn't exist */
export async function designationFilterValues(
  ctx: Ctx,
  { year, highSchool, downloadDate, ...rest }: DesignationFilterOptions,
): Promise<OptionValues> {
  return {
    ...{ criteria: rest.criteria, status: rest.status, highSchoolName: rest.highSchoolName },
    ...{ beforeDate: rest.beforeDate, afterDate: rest.afterDate },
    ...{ downloadBeforeDate: rest.downloadBeforeDate, downloadAfterDate: rest.downloadAfterDate },
    noDownloadDate: downloadDate === false ? 'true' : undefined,
    academicYearId: year === undefined ? undefined : (await yearNamed(ctx, year)).id,
    highSchoolId: highSchool === undefined ? undefined : (await schoolNamed(ctx, highSchool)).id,
  };
}

/** Whether any filter is set. */
export function hasDesignationFilter({ downloadDate, ...rest }: DesignationFilterOptions): boolean {
  const { year, highSchool, highSchoolName, criteria, status } = rest;
  const { beforeDate, afterDate, downloadBeforeDate, downloadAfterDate } = rest;
  const values = [year, highSchool, highSchoolName, criteria, status];
  const dates = [beforeDate, afterDate, downloadBeforeDate, downloadAfterDate];
  return downloadDate === false || [...values, ...dates].some((value) => value !== undefined);
}
