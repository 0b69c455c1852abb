import type { OptionValues } from './parse-options.server.ts';

/** The filters of high schools as commander reads them. */
export interface SchoolFilterOptions {
  readonly name?: string;
  readonly phone?: string;
  readonly fax?: string;
  readonly notes?: string;
  readonly status?: readonly string[];
  readonly bannerCode?: string;
}

/** The fields of a `HighSchoolFilter`. */
export function schoolFilterValues(options: SchoolFilterOptions): OptionValues {
  const { name, phone, fax, notes, status, bannerCode } = options;
  return { name, phone, fax, notes, status, bannerCode };
}
