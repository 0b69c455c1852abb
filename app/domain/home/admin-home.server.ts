import { getAcademicYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing, Page } from '#app/domain/listing.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import { REMINDER_STATES, type ReminderState, SCHOOL_STATES, type SchoolState } from '#app/schemas/enums.ts';
import type {
  AdminHomeResponse,
  OfficeCounts,
  OutstandingQuery,
  OutstandingSchool,
  SchoolProgress,
} from '#app/schemas/home-screens.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import {
  countSchoolStates,
  listOutstandingSchools,
  listSubmissionDays,
  readOfficeCounts,
  readSchoolProgress,
} from './home-queries.server.ts';
import { studentsSoFar, weeklySubmissions } from './submission-figures.ts';

/**
 * Returns the active year's overview in four queries, however many schools there are. Null if none is active.
 *
 * @param options `state` narrows the outstanding schools to one state
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function getAdminHome(
  ctx: Ctx,
  { page, state = null }: { readonly page: Required<Page>; readonly state?: ReminderState | null },
): Promise<AdminHomeResponse | null> {
  authorize(ctx.actor, 'home.overview');
  const [year, ...earlier] = await findHomeYears(ctx);
  if (year === undefined) return null;
  const states = await listSchoolStates(ctx, year.id);
  const years = [year, ...earlier] as const;
  const lastYearId = lastYearIdOf(year, earlier);
  const days = await listSubmissionDays(ctx, {
    yearIds: years.map(({ id }) => id),
    countedYearIds: [year.id, ...(lastYearId === null ? [] : [lastYearId])],
  });
  const dayOf = (instant: string | Date) => zonedDay(new Date(instant), ctx.settings.timeZone);
  const calendar = { today: dayOf(ctx.now()), dayOf };
  const shownStates = state === null ? REMINDER_STATES : [state];
  return {
    year,
    states,
    weekly: weeklySubmissions(years, days, calendar),
    students: studentsSoFar(years, days, calendar),
    outstanding: await listOutstandingSchools(ctx, {
      ...{ yearId: year.id, lastYearId, page },
      ...{ states: shownStates, today: calendar.today },
    }),
    outstandingState: state,
    outstandingTotal: countSchools(states, REMINDER_STATES),
    outstandingFound: countSchools(states, shownStates),
  };
}

/**
 * Returns the active year's outstanding schools in the dashboard's order. Empty if no year is active.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function listOutstanding(
  ctx: Ctx,
  { state, limit, offset }: OutstandingQuery,
): Promise<Listing<OutstandingSchool>> {
  authorize(ctx.actor, 'home.overview');
  const [year, ...earlier] = await findHomeYears(ctx);
  if (year === undefined) return { items: [], total: 0 };
  const states = state === undefined ? REMINDER_STATES : [state];
  const items = await listOutstandingSchools(ctx, {
    yearId: year.id,
    lastYearId: lastYearIdOf(year, earlier),
    states,
    today: zonedDay(ctx.now(), ctx.settings.timeZone),
    page: { limit, offset },
  });
  if (limit === undefined) return { items, total: null };
  return { items, total: countSchools(await listSchoolStates(ctx, year.id), states) };
}

function countSchools(states: AdminHomeResponse['states'], counted: readonly SchoolState[]): number {
  return states
    .filter(({ state }) => counted.includes(state))
    .reduce((total, { schools }) => total + schools, 0);
}

const EARLIER_YEARS = 2;

/** Returns the active year and those of the two previous years that exist, newest first. Empty if none is active. */
async function findHomeYears(ctx: Ctx): Promise<AdminHomeResponse['year'][]> {
  const years = await ctx.em.find(AcademicYearEntity, {}, { orderBy: { year: 'desc' } });
  const active = years.find(({ status }) => status === 'ACTIVE');
  if (active === undefined) return [];
  return years
    .filter(({ year }) => year <= active.year && year >= active.year - EARLIER_YEARS)
    .map((year) => AcademicYearResponseSchema.pick({ id: true, year: true, dueAt: true }).parse(year));
}

function lastYearIdOf({ year }: AdminHomeResponse['year'], earlier: readonly AdminHomeResponse['year'][]) {
  return earlier.find((one) => one.year === year - 1)?.id ?? null;
}

async function listSchoolStates(ctx: Ctx, yearId: string): Promise<AdminHomeResponse['states']> {
  const counted = await countSchoolStates(ctx, yearId);
  const counts = new Map(counted.map(({ state, schools }) => [state, schools]));
  return SCHOOL_STATES.map((state) => ({ state, schools: counts.get(state) ?? 0 }));
}

/** Counts the work that waits for the office, in one statement. For administrators. */
export async function countOfficeWork(ctx: Ctx): Promise<OfficeCounts> {
  authorize(ctx.actor, 'home.overview');
  return readOfficeCounts(ctx);
}

/**
 * Returns how far each school is in a year. For administrators.
 *
 * @throws {NotFound} when the year doesn't exist
 */
export async function listSchoolProgress(ctx: Ctx, yearId: string): Promise<SchoolProgress[]> {
  authorize(ctx.actor, 'home.overview');
  const { id } = await getAcademicYear(ctx, yearId);
  return readSchoolProgress(ctx, id);
}
