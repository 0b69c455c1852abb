import { beforeEach, describe, expect, it } from 'vitest';
import { dashboardOf, listPastDesignations } from '#app/domain/home/dashboard.server.ts';
import { findPreviousCriteria } from '#app/domain/designations/find-previous-designation.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation, studentInput } from '#tests/factories/designation-factory.server.ts';
import {
  type MadeSchool,
  type MadeYear,
  makeExtension,
  makeSchool,
  makeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, type MadeUser, makeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let year: MadeYear;
let user: MadeUser;
let schools: MadeSchool[];
let actor: UserActor;

const NAMES = ['delta', 'Alpha', 'Éclair', 'Bravo', 'charlie', 'Foxtrot', 'Golf'];

beforeEach(async () => {
  orm = await database.openOrm();
  year = await makeYear(orm, {
    dueAt: new Date('2026-12-01T09:00:00.000Z'),
    correctionsDueAt: new Date('2026-12-15T09:00:00.000Z'),
  });
  user = await makeUser(orm, { firstName: 'Cleo', lastName: 'Counselor' });
  schools = [];
  for (const name of NAMES) {
    const status = name === 'Golf' ? 'INACTIVE' : 'ACTIVE';
    schools.push(await makeSchool(orm, { name, status }));
  }
  actor = actorOf(
    user,
    schools.map((school) => school.id),
  );
});

const idOf = (name: string) => schools.find((school) => school.name === name)?.id ?? '';

const designate = (name: string, status: DesignationStatus, given: object = {}) =>
  makeDesignation(orm, {
    highSchoolId: idOf(name),
    academicYearId: year.id,
    submittedById: user.id,
    status,
    ...given,
  });

describe('the dashboard', () => {
  it('sorts the active schools into unstarted, started and pending, A to Z', async () => {
    const withoutZip = { address: { ...studentInput().address, zip5: '' } };
    const students = [{}, {}, { last: '' }, { dateOfBirth: '' }, withoutZip];
    await designate('delta', 'STARTED', { classSize: 200, students });
    const { id: returnedId } = await designate('Éclair', 'RETURNED', {
      reasons: ['ADDRESS'],
      note: 'Look again.',
    });
    const { id: designationId } = await designate('Bravo', 'PENDING');
    await designate('charlie', 'APPROVED');
    await designate('Golf', 'STARTED');
    const extended = new Date('2026-12-24T09:00:00.000Z');
    await makeExtension(orm, { academicYearId: year.id, highSchoolId: idOf('delta'), dueAt: extended });
    const due = '2026-12-01T09:00:00.000Z';

    const dashboard = await dashboardOf(makeCtx({ orm, actor }));
    expect(dashboard.year).toMatchObject({
      id: year.id,
      year: 2026,
      opensAt: null,
      earlyDueAt: null,
      dueAt: due,
      correctionsDueAt: '2026-12-15T09:00:00.000Z',
    });
    expect(dashboard.schoolNames).toEqual([
      'Alpha',
      'Bravo',
      'charlie',
      'delta',
      'Éclair',
      'Foxtrot',
      'Golf',
    ]);
    expect(dashboard.totals).toEqual({ unstarted: 2, started: 2, pending: 1 });
    expect(dashboard.unstarted).toEqual([
      { highSchoolId: idOf('Alpha'), name: 'Alpha', dueAt: due },
      { highSchoolId: idOf('Foxtrot'), name: 'Foxtrot', dueAt: due },
    ]);
    expect(dashboard.started).toEqual([
      {
        highSchoolId: idOf('delta'),
        name: 'delta',
        dueAt: extended.toISOString(),
        returned: false,
        mayContinue: true,
        progress: { complete: 2, expected: 20 },
      },
      {
        highSchoolId: idOf('Éclair'),
        name: 'Éclair',
        dueAt: '2026-12-15T09:00:00.000Z',
        returned: true,
        mayContinue: true,
        progress: null,
      },
    ]);
    expect(dashboard.returned).toEqual([
      {
        highSchoolId: idOf('Éclair'),
        designationId: returnedId,
        name: 'Éclair',
        dueAt: '2026-12-15T09:00:00.000Z',
        reasons: ['ADDRESS'],
        note: 'Look again.',
      },
    ]);
    expect(dashboard.returnedCount).toBe(1);
    expect(dashboard.dueDates).toEqual({ ofYear: due, hasAny: true });
    expect(dashboard.pending).toEqual([
      { highSchoolId: idOf('Bravo'), name: 'Bravo', dueAt: null, designationId },
    ]);
  });

  it("lists every designation of the user's schools, newest year first, and no other school's", async () => {
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const stranger = await makeSchool(orm);
    await makeDesignation(orm, {
      highSchoolId: stranger.id,
      academicYearId: year.id,
      submittedById: user.id,
    });
    await designate('Golf', 'REJECTED', { academicYearId: past.id });
    await designate('delta', 'APPROVED', { academicYearId: past.id });
    const now = await designate('Bravo', 'PENDING');
    const { allDesignations, designationCount } = await dashboardOf(makeCtx({ orm, actor }));
    expect(designationCount).toBe(3);
    expect(allDesignations.map((row) => [row.highSchoolName, row.year, row.status])).toEqual([
      ['Bravo', 2026, 'PENDING'],
      ['delta', 2025, 'APPROVED'],
      ['Golf', 2025, 'REJECTED'],
    ]);
    expect(allDesignations[0]).toEqual({
      id: now.id,
      highSchoolName: 'Bravo',
      year: 2026,
      updatedAt: '2026-09-01T17:00:00.000Z',
      status: 'PENDING',
    });
  });

  it('has no lists without an active year', async () => {
    await orm.em.fork().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE' });
    await designate('delta', 'STARTED');
    const dashboard = await dashboardOf(makeCtx({ orm, actor }));
    expect([dashboard.year, dashboard.unstarted, dashboard.started, dashboard.pending]).toEqual([
      null,
      [],
      [],
      [],
    ]);
    expect(dashboard.allDesignations).toHaveLength(1);
  });

  it('shows the first ten schools of each list with totals, and one whole list on request', async () => {
    const statuses = ['STARTED', 'PENDING', null] as const;
    const many: MadeSchool[] = [];
    for (const status of statuses) {
      for (let number = 11; number <= 22; number += 1) {
        const school = await makeSchool(orm, { name: `${status ?? 'UNSTARTED'} ${number}` });
        many.push(school);
        if (status === null) continue;
        const target = { highSchoolId: school.id, academicYearId: year.id, submittedById: user.id };
        await makeDesignation(orm, { ...target, status });
      }
    }
    const ctx = makeCtx({ orm, actor: { ...actor, highSchoolIds: many.map(({ id }) => id).reverse() } });
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    const numbered = (word: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${word} ${index + 11}`);
    const short = await dashboardOf(ctx);
    expect(names(short.unstarted)).toEqual(numbered('UNSTARTED', 10));
    expect(names(short.started)).toEqual(numbered('STARTED', 10));
    expect(names(short.pending)).toEqual(numbered('PENDING', 10));
    expect(short.totals).toEqual({ unstarted: 12, started: 12, pending: 12 });
    const whole = await dashboardOf(ctx, { whole: 'started' });
    expect(names(whole.started)).toEqual(numbered('STARTED', 12));
    expect(names(whole.pending)).toEqual(numbered('PENDING', 10));
    expect(whole.totals).toEqual(short.totals);
  });

  it('lists 25 designations at most, the newest, and counts the rest', async () => {
    for (let number = 1950; number <= 2010; number += 1) {
      const { id } = await makeYear(orm, { year: number, status: 'INACTIVE' });
      await designate('delta', 'APPROVED', { academicYearId: id });
    }
    const { allDesignations, designationCount } = await dashboardOf(makeCtx({ orm, actor }));
    expect(designationCount).toBe(61);
    expect(allDesignations.map((row) => row.year)).toEqual(
      Array.from({ length: 25 }, (_, index) => 2010 - index),
    );
  });

  it('uses three statements with 1 row and with 3, with 1 school and with 200', async () => {
    const counting = await openCountingOrm(database.url);
    const count = (highSchoolIds: string[]) =>
      counting.count(() => dashboardOf(makeCtx({ orm: counting.orm, actor: { ...actor, highSchoolIds } })));
    const many = schools.map((school) => school.id);
    while (many.length < 200) many.push((await makeSchool(orm)).id);
    await designate('delta', 'STARTED');
    expect(await count([idOf('delta')])).toBe(3);
    expect(await count(many)).toBe(3);
    await designate('Bravo', 'RETURNED', { reasons: ['ADDRESS'], note: 'Look again.' });
    await designate('Éclair', 'PENDING');
    expect(await count([idOf('delta'), idOf('Bravo'), idOf('Éclair')])).toBe(3);
    expect(await count(many)).toBe(3);
    await counting.orm.close(true);
  });
});

describe("the menu's past designations", () => {
  it('are those of the five most recent years, newest first, then A to Z', async () => {
    for (const number of [2019, 2020, 2021, 2022, 2023, 2025]) {
      const { id } = await makeYear(orm, { year: number, status: 'INACTIVE' });
      await designate('delta', 'APPROVED', { academicYearId: id });
      if (number === 2025) await designate('Alpha', 'APPROVED', { academicYearId: id });
    }
    await makeYear(orm, { year: 2024, status: 'INACTIVE' });
    const now = await designate('charlie', 'STARTED');
    const past = await listPastDesignations(makeCtx({ orm, actor }));
    expect(
      past.map(({ year: number, designations }) => [number, designations.map((one) => one.highSchoolName)]),
    ).toEqual([
      [2026, ['charlie']],
      [2025, ['Alpha', 'delta']],
      [2023, ['delta']],
      [2022, ['delta']],
      [2021, ['delta']],
    ]);
    expect(past[0]).toEqual({
      id: year.id,
      year: 2026,
      designations: [{ id: now.id, highSchoolName: 'charlie' }],
      total: 1,
    });
  });

  it('names the first ten schools of a year, and counts them, leaving out schools of others', async () => {
    const own: string[] = [];
    for (let number = 22; number >= 10; number -= 1) {
      const { id } = await makeSchool(orm, { name: `School ${number}` });
      await makeDesignation(orm, { highSchoolId: id, academicYearId: year.id, submittedById: user.id });
      if (number > 10) own.push(id);
    }
    const [past] = await listPastDesignations(makeCtx({ orm, actor: { ...actor, highSchoolIds: own } }));
    expect(past?.designations.map(({ highSchoolName }) => highSchoolName)).toEqual(
      Array.from({ length: 10 }, (_, index) => `School ${index + 11}`),
    );
    expect(past?.total).toBe(12);
  });
});

it('the previous criteria are those of the latest earlier year that has any', async () => {
  for (const [number, criteria] of [
    [2022, 'CUMULATIVE_GPA'],
    [2023, 'OTHER'],
    [2025, null],
  ] as const) {
    const { id } = await makeYear(orm, { year: number, status: 'INACTIVE' });
    const criteriaComment = criteria === 'OTHER' ? 'Ranked by hand.' : null;
    await designate('delta', 'APPROVED', { academicYearId: id, criteria, criteriaComment });
  }
  const find = (before: number, name = 'delta') =>
    findPreviousCriteria(makeCtx({ orm, actor }), { highSchoolId: idOf(name), year: before });
  expect(await find(2026)).toEqual({ criteria: 'OTHER', comment: 'Ranked by hand.', year: 2023 });
  expect(await find(2023)).toEqual({ criteria: 'CUMULATIVE_GPA', comment: '', year: 2022 });
  expect(await find(2022)).toBeNull();
  expect(await find(2026, 'Alpha')).toBeNull();
});
