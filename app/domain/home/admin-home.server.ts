import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { zonedDay } from '#app/lib/zoned-day.ts';
import { authorize } from '#app/policy/authorize.ts';
import { REMINDER_STATES, SCHOOL_STATES, type SchoolState } from '#app/schemas/enums.ts';
import {
  countSchoolStates,
  listSilentSchools,
  listSubmissionDays,
  type SilentSchool,
} from './home-queries.server.ts';
import { findHomeYears, type HomeYear } from './home-years.server.ts';
import { type StudentsSoFar, studentsSoFar } from './students-so-far.ts';
import { type WeeklySubmissions, weeklySubmissions } from './weekly-submissions.ts';

/** How the active year stands, for administrators. */
export interface AdminHome {
  readonly year: HomeYear;
  /** How many ACTIVE schools stand where, each state once, in the order of the way. */
  readonly states: readonly { readonly state: SchoolState; readonly schools: number }[];
  /** Null when the active year has no due date. */
  readonly weekly: WeeklySubmissions | null;
  readonly students: StudentsSoFar;
  /** A page of the schools that have not answered. */
  readonly silent: readonly SilentSchool[];
  readonly silentTotal: number;
}

/**
 * The active year as administrators see it, in four statements however many schools there are; null when no year is active.
 * Throws Forbidden for anybody else.
 */
export async function getAdminHome(ctx: Ctx, { page }: { page: Required<Page> }): Promise<AdminHome | null> {
  authorize(ctx.actor, 'home.overview');
  const [year, ...earlier] = await findHomeYears(ctx);
  if (year === undefined) return null;
  const states = await listSchoolStates(ctx, year.id);
  const days = await listSubmissionDays(
    ctx,
    [year, ...earlier].map(({ id }) => id),
  );
  const lastYearId = earlier.find((one) => one.year === year.year - 1)?.id ?? null;
  const { timeZone } = ctx.settings;
  const now = ctx.now().toISOString();
  const dayOf = (iso: string) => zonedDay(new Date(iso), timeZone);
  const silentStates: readonly SchoolState[] = REMINDER_STATES;
  return {
    year,
    states,
    weekly: weeklySubmissions([year, ...earlier], days, { now, timeZone, dayOf }),
    students: studentsSoFar([year, ...earlier], days, { today: dayOf(now), dayOf }),
    silent: await listSilentSchools(ctx, { yearId: year.id, lastYearId, page }),
    silentTotal: states
      .filter(({ state }) => silentStates.includes(state))
      .reduce((total, { schools }) => total + schools, 0),
  };
}

async function listSchoolStates(ctx: Ctx, yearId: string): Promise<AdminHome['states']> {
  const counted = await countSchoolStates(ctx, yearId);
  const counts = new Map(counted.map(({ state, schools }) => [state, schools]));
  return SCHOOL_STATES.map((state) => ({ state, schools: counts.get(state) ?? 0 }));
}
