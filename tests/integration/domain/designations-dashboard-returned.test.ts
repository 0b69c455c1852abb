import { beforeEach, expect, it } from 'vitest';
import { dashboardOf } from '#app/domain/home/dashboard.server.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  type MadeYear,
  makeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase('each test');
const DUE = '2026-12-01T09:00:00.000Z';
let orm: Orm;
let year: MadeYear;
let user: MadeUser;

beforeEach(async () => {
  orm = await database.openOrm();
  year = await makeYear(orm, {
    dueAt: new Date(DUE),
    correctionsDueAt: new Date('2026-12-15T09:00:00.000Z'),
  });
  user = await makeUser(orm);
});

/** Inserts a school with a designation in this status, or without one. */
async function schoolWith(name: string, status: DesignationStatus | null): Promise<string> {
  const { id } = await makeSchool(orm, { name });
  const target = { highSchoolId: id, academicYearId: year.id, submittedById: user.id };
  if (status !== null) await makeDesignation(orm, { ...target, status });
  return id;
}

const dashboardFor = (schools: readonly string[]) =>
  dashboardOf(makeCtx({ orm, actor: actorOf(user, [...schools]) }));

it('the dashboard has a returned designation that the first ten started schools leave out', async () => {
  const schools: string[] = [];
  for (let number = 11; number <= 22; number += 1) {
    schools.push(await schoolWith(`School ${number}`, number === 22 ? 'RETURNED' : 'STARTED'));
  }
  const { started, totals, returned, returnedCount } = await dashboardFor(schools);
  expect([started.length, totals.started, returnedCount]).toEqual([10, 12, 1]);
  expect(returned.map(({ name }) => name)).toEqual(['School 22']);
});

it('the dashboard has at most 50 returned designations, and counts the rest', async () => {
  const schools: string[] = [];
  for (let number = 101; number <= 151; number += 1) {
    schools.push(await schoolWith(`School ${number}`, 'RETURNED'));
  }
  const { returned, returnedCount } = await dashboardFor(schools);
  expect([returned.length, returnedCount]).toEqual([50, 51]);
});

it("the dashboard has the year's due date only if a school that still has to submit depends on it", async () => {
  const schools = [await schoolWith('Alder High', 'RETURNED'), await schoolWith('Birch High', null)];
  const dueDates = async () => (await dashboardFor(schools)).dueDates;
  const setDates = (dates: object) => orm.em.fork().nativeUpdate(AcademicYearEntity, {}, dates);
  expect(await dueDates()).toEqual({ ofYear: DUE, hasAny: true });
  const extended = { academicYearId: year.id, dueAt: new Date('2026-12-24T09:00:00.000Z') };
  await makeExtension(orm, { ...extended, highSchoolId: schools[1] ?? '' });
  expect(await dueDates()).toEqual({ ofYear: null, hasAny: true });
  await setDates({ dueAt: null });
  expect(await dueDates()).toEqual({ ofYear: null, hasAny: true });
  await setDates({ correctionsDueAt: null });
  expect(await dueDates()).toEqual({ ofYear: null, hasAny: false });
});

it("the dashboard lets only whoever started a designation continue without the agreement, once it's accepted", async () => {
  const colleague = await makeUser(orm);
  const designate = async (name: string, given: object) => {
    const { id } = await makeSchool(orm, { name });
    const target = { highSchoolId: id, academicYearId: year.id, submittedById: user.id };
    await makeDesignation(orm, { ...target, ...given });
    return id;
  };
  const { started } = await dashboardFor([
    await designate('Alder High', { status: 'STARTED' }),
    await designate('Birch High', { status: 'STARTED', submittedById: colleague.id }),
    await designate('Cedar High', { status: 'STARTED', acceptedTermsAt: null }),
    await designate('Dogwood High', { status: 'RETURNED', submittedById: colleague.id }),
  ]);
  expect(started.map(({ name, mayContinue }) => [name, mayContinue])).toEqual([
    ['Alder High', true],
    ['Birch High', false],
    ['Cedar High', false],
    ['Dogwood High', true],
  ]);
});
