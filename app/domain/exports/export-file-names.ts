import type { Ctx } from '#app/domain/ctx.server.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';

const SLUG_MAX = 60;

/** Returns a name like `designations-2026`, without its extension. */
export function yearFileName(year: number): string {
  return `designations-${year}`;
}

/** Returns a name like `designation-aurora-high-2026`, without its extension, with only a-z and 0-9 of the school's name. */
export function designationFileName(highSchoolName: string, year: number): string {
  return `designation-${slugOf(highSchoolName) || 'school'}-${year}`;
}

/** Returns a name like `aurora-high-2026-designation.pdf`, with only a-z and 0-9 of the school's name. */
export function copyFileName(highSchoolName: string, year: number): string {
  return `${slugOf(highSchoolName) || 'school'}-${year}-designation.pdf`;
}

/** Returns a name like `designations-2026-11-21`, without its extension, with the day in the installation's time zone. */
export function datedFileName(
  what: 'designations' | 'highschools' | 'users' | 'audit-log' | 'statistics',
  { now, settings }: Pick<Ctx, 'now' | 'settings'>,
): string {
  return `${what}-${zonedDay(now(), settings.timeZone)}`;
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
