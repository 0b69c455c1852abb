import type { Ctx } from '#app/domain/ctx.server.ts';
import type { OptionValues } from './parse-options.server.ts';
import { schoolNamed, yearNamed } from './references.server.ts';

/** The filters of designations as commander reads them. */
export interface DesignationFilterOptions {
  readonly year?: string;
  readonly highSchool?: string;
  readonly highSchoolName?: string;
  readonly criteria?: readonly string[];
  readonly status?: readonly string[];
  readonly beforeDate?: string;
  readonly afterDate?: string;
  /** Commander takes `--no-download-date` for the contrary of a download date. */
  readonly downloadDate?: boolean;
  readonly downloadBeforeDate?: string;
  readonly downloadAfterDate?: string;
}

/** The fields of a `DesignationFilter`: the year by its number, the school by what it is called. Throws CommandFailure for what is none. */
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

/** Whether a call narrows anything down. */
export function hasDesignationFilter({ downloadDate, ...rest }: DesignationFilterOptions): boolean {
  const { year, highSchool, highSchoolName, criteria, status } = rest;
  const { beforeDate, afterDate, downloadBeforeDate, downloadAfterDate } = rest;
  const values = [year, highSchool, highSchoolName, criteria, status];
  const dates = [beforeDate, afterDate, downloadBeforeDate, downloadAfterDate];
  return downloadDate === false || [...values, ...dates].some((value) => value !== undefined);
}
