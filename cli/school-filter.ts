import { HIGH_SCHOOL_FIELD_LIST, type HighSchoolFilterName } from '#app/schemas/high-school-fields.ts';
import type { OptionValues } from './parse-options.server.ts';

/** The high school filters, as parsed by Commander. */
export type SchoolFilterOptions = Readonly<Partial<Record<HighSchoolFilterName, string | readonly string[]>>>;

/** Returns the fields of a `HighSchoolFilter`. */
export function schoolFilterValues(options: SchoolFilterOptions): OptionValues {
  const names = HIGH_SCHOOL_FIELD_LIST.flatMap(([name, { filter }]) => (filter === undefined ? [] : [name]));
  return Object.fromEntries(names.map((name) => [name, options[name as HighSchoolFilterName]]));
}
