import { zonedDay } from '#app/lib/time/zoned-time.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';
import type { DesignationSort } from '#app/schemas/designation-fields.ts';
import type { Direction } from '#app/schemas/listing.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';

export interface Listed extends MadeDesignation {
  readonly schoolName: string;
  readonly year: number;
}

const TIME_ZONE = 'America/Anchorage';
const collator = new Intl.Collator('und', { caseFirst: 'false' });
const byId = (one: Listed, other: Listed) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
const byName = (one: Listed, other: Listed) => collator.compare(one.schoolName, other.schoolName);
const newestYear = (one: Listed, other: Listed) => other.year - one.year;

/** Sorts nulls last. */
function present<Value>(of: (row: Listed) => Value | null, compare: (one: Value, other: Value) => number) {
  return (one: Listed, other: Listed): number => {
    const [value, against] = [of(one), of(other)];
    if (value === null || against === null) return Number(value === null) - Number(against === null);
    return compare(value, against);
  };
}

const byCodeUnit = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const latest = (one: Date, other: Date) => other.getTime() - one.getTime();
const lastId = (one: Listed, other: Listed) => byId(other, one);

const COMPARISONS: Record<DesignationSort, ((one: Listed, other: Listed) => number)[]> = {
  highSchool: [byName, newestYear, byId],
  year: [newestYear, byName, byId],
  criteria: [present((row) => row.criteria, byCodeUnit), byId],
  status: [present((row) => row.status, byCodeUnit), byId],
  updatedAt: [present((row) => row.updatedAt, latest), lastId],
  downloadedAt: [present((row) => row.downloadedAt, latest), lastId],
};

/** Returns the expected list (specification, sections 7 and 9), computed without a database. */
export function expectedList(
  rows: readonly Listed[],
  query: DesignationFilter & { sort?: DesignationSort; direction?: Direction },
): Listed[] {
  const { sort = 'highSchool', direction = 'desc', ...filter } = query;
  const sorted = rows
    .filter((row) => matches(row, filter))
    .sort((one, other) => COMPARISONS[sort].reduce((found, compare) => found || compare(one, other), 0));
  return direction === 'desc' ? sorted : sorted.reverse();
}

function matches(row: Listed, filter: DesignationFilter): boolean {
  return [
    filter.criteria === undefined || (row.criteria !== null && filter.criteria.includes(row.criteria)),
    filter.status === undefined || filter.status.includes(row.status),
    filter.highSchoolId === undefined || row.highSchoolId === filter.highSchoolId,
    filter.academicYearId === undefined || row.academicYearId === filter.academicYearId,
    isWithin(row.updatedAt, filter.afterDate, filter.beforeDate),
    filter.noDownloadDate !== true || row.downloadedAt === null,
    isWithin(row.downloadedAt, filter.downloadAfterDate, filter.downloadBeforeDate),
  ].every(Boolean);
}

function isWithin(instant: Date | null, from: string | undefined, to: string | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (instant === null) return false;
  const as = (bound: string) => (bound.includes('T') ? instant.toISOString() : zonedDay(instant, TIME_ZONE));
  return (from === undefined || as(from) >= from) && (to === undefined || as(to) <= to);
}
