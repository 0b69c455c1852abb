import type { Ctx } from '#app/domain/ctx.server.ts';
import { ofEachField, pickSetFields } from '#app/schemas/field-tables.ts';
import { USER_TEXTS, type UserText } from '#app/schemas/user-fields.ts';
import type { OptionValues } from './parse-options.server.ts';
import { findSchool, findYear } from './references.server.ts';
import { HIGH_SCHOOL_FIELD_LIST, type HighSchoolFilterName } from '#app/schemas/high-school-fields.ts';
import { DESIGNATION_FILTERS, type DesignationFilterName } from '#app/schemas/designation-filters.ts';

/** The user filters, as parsed by Commander. */
export interface UserFilterOptions extends Readonly<Partial<Record<UserText, string>>> {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly flags?: readonly string[];
  readonly highSchool?: readonly string[];
  readonly highSchoolName?: string;
  /** False for --no-deleted; undefined includes deleted users. */
  readonly deleted?: boolean;
}

/** @throws {CommandFailure} when a school doesn't exist */
export async function userFilterValues(ctx: Ctx, options: UserFilterOptions): Promise<OptionValues> {
  const { name, email, phone, flags, highSchool, highSchoolName, deleted } = options;
  const texts = ofEachField(USER_TEXTS, (_, text) => options[text]);
  const highSchools = highSchool === undefined ? undefined : await idsOfSchools(ctx, highSchool);
  return { ...texts, name, email, phone, flags, deleted, highSchools, highSchoolName };
}

async function idsOfSchools(ctx: Ctx, references: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const reference of references) ids.push((await findSchool(ctx, reference)).id);
  return ids;
}

/** The high school filters, as parsed by Commander. */
export type SchoolFilterOptions = Readonly<Partial<Record<HighSchoolFilterName, string | readonly string[]>>>;

/** Returns the fields of a `HighSchoolFilter`. */
export function schoolFilterValues(options: SchoolFilterOptions): OptionValues {
  const names = HIGH_SCHOOL_FIELD_LIST.flatMap(([name, { filter }]) => (filter === undefined ? [] : [name]));
  return Object.fromEntries(names.map((name) => [name, options[name as HighSchoolFilterName]]));
}

/** Filters with an option of another name. */
type Renamed = 'academicYearId' | 'highSchoolId' | 'noDownloadDate';
type Flag = 'resubmitted';

/** The designation filters, as parsed by Commander. */
export interface DesignationFilterOptions extends Readonly<
  Partial<Record<Exclude<DesignationFilterName, Renamed | Flag>, string | readonly string[]>>
> {
  readonly year?: string;
  readonly highSchool?: string;
  /** False for --no-download-date. */
  readonly downloadDate?: boolean;
  readonly resubmitted?: boolean;
}

/** @throws {CommandFailure} when the year or school doesn't exist */
export async function designationFilterValues(
  ctx: Ctx,
  { year, highSchool, downloadDate, resubmitted, ...options }: DesignationFilterOptions,
): Promise<OptionValues> {
  return pickSetFields(DESIGNATION_FILTERS, {
    ...options,
    resubmitted: resubmitted === true ? 'true' : undefined,
    noDownloadDate: downloadDate === false ? 'true' : undefined,
    academicYearId: year === undefined ? undefined : (await findYear(ctx, year)).id,
    highSchoolId: highSchool === undefined ? undefined : (await findSchool(ctx, highSchool)).id,
  });
}

/** Returns whether any filter is set. */
export function hasDesignationFilter({
  year,
  highSchool,
  downloadDate,
  resubmitted,
  ...options
}: DesignationFilterOptions): boolean {
  const filters = pickSetFields(DESIGNATION_FILTERS, options);
  const values = [year, highSchool, ...Object.values(filters)];
  return downloadDate === false || resubmitted === true || values.some((value) => value !== undefined);
}
