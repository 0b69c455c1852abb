import { zonedDay } from '#app/lib/time/zoned-time.ts';

const SLUG_MAX = 60;

/** `designations-2026.csv` */
export function yearFileName(year: number): string {
  return `designations-${year}.csv`;
}

/** `designation-aurora-high-2026.csv`: the school's name in letters and digits that any file system takes. */
export function designationFileName(highSchoolName: string, year: number): string {
  return `designation-${slugOf(highSchoolName) || 'school'}-${year}.csv`;
}

/** `designations-2026-11-21.csv`: what is exported and the day it is where the program is. */
export function datedFileName(
  what: 'designations' | 'highschools' | 'users',
  now: Date,
  timeZone: string,
): string {
  return `${what}-${zonedDay(now, timeZone)}.csv`;
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
}
