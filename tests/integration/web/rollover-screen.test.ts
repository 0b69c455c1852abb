import { beforeEach, describe, expect, it } from 'vitest';
import { action, loader } from '#app/routes/web/years/rollover.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EventEntity } from '#db/entities/event.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';
import { snapshotOfRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: MadeUser;
let year: MadeYear;
const screen = screenConversation({ loader, action }, () => orm);
const PATH = '/years/rollover';

beforeEach(async () => {
  orm = await database.openOrm();
  admin = await makeAdmin(orm);
  year = await makeYear(orm, { dueAt: new Date('2026-12-01T08:59:00.000Z') });
});

const em = () => orm.em.fork();
const statuses = async () =>
  (await orm.em.fork().find(AcademicYearEntity, {}, { orderBy: { year: 'asc' } })).map(
    (stored) => `${stored.year} ${stored.status}`,
  );
const everything = () => snapshotOfRows(orm, [AcademicYearEntity, EventEntity]);
const setStatus = (number: number, status: ActivityStatus) =>
  em().nativeUpdate(AcademicYearEntity, { year: number }, { status, version: 1 });
const reportOf = async (path = PATH) => (await screen.open(admin, path)).data.report;
const begin = (number: number, plan: string): Fields => [
  ['intent', 'begin'],
  ['year', String(number)],
  ['plan', plan],
];
async function beginAndFollow(form: Fields): Promise<[string | null, string[]]> {
  const led = await refusalOf(screen.send(admin, PATH, form));
  if (!(led instanceof Response)) throw led;
  return [led.headers.get('Location'), await statuses()];
}
const VERSION_CONFLICT = {
  init: { status: 412 },
  data: {
    error: {
      '': [
        'Unable to update year: This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
      ],
    },
  },
};

describe('the preview of a rollover', () => {
  it('shows the year after the active one with old and new dates, and changes nothing', async () => {
    const school = await makeSchool(orm, { name: 'Empty High' });
    await makeDesignation(orm, {
      highSchoolId: school.id,
      academicYearId: year.id,
      submittedById: admin.id,
      status: 'PENDING',
    });
    const before = await everything();
    const { data } = await screen.open(admin, PATH);
    expect(data).toMatchObject({
      year: '2027',
      refusal: null,
      report: {
        outcome: 'DONE',
        isNew: true,
        dates: 'COPIED',
        reminderRules: 0,
        closed: { id: year.id, year: 2026, status: 'ACTIVE', dueAt: '2026-12-01T08:59:00.000Z' },
        active: { year: 2027, dueAt: '2027-12-01T08:59:00.000Z', opensAt: null },
        checks: {
          openDesignations: { STARTED: 0, PENDING: 1, RETURNED: 0 },
          schoolsWithoutStaff: { total: 1, shown: [{ id: school.id, name: 'Empty High' }] },
          bouncedAddresses: { total: 0, shown: [] },
        },
      },
    });
    expect(await everything()).toEqual(before);
  });

  it("shows the year in the URL, or the calendar's if none is active", async () => {
    expect((await reportOf(`${PATH}?year=2030&from=mail`))?.active.year).toBe(2030);
    expect(await reportOf(`${PATH}?year=2026`)).toMatchObject({ outcome: 'ALREADY', active: { year: 2026 } });
    await orm.em.fork().nativeUpdate(AcademicYearEntity, {}, { status: 'INACTIVE', dueAt: null });
    expect(await reportOf()).toMatchObject({
      outcome: 'DONE',
      closed: null,
      isNew: false,
      dates: 'NONE',
      active: { year: 2026 },
    });
  });

  it("says which part of the URL isn't a year", async () => {
    for (const [typed, refusal] of [
      ['next', 'Enter a year, like 2026.'],
      ['3000', 'Enter a year between 1900 and 2999.'],
    ] as const) {
      expect(await screen.open(admin, `${PATH}?year=${typed}`)).toMatchObject({
        init: { status: 400 },
        data: { year: typed, refusal, report: null },
      });
    }
  });
});

describe('the rollover', () => {
  it('applies the preview, and reports if it was done already', async () => {
    const plan = (await reportOf())?.plan ?? '';
    expect(await beginAndFollow(begin(2027, plan))).toEqual(['/years', ['2026 INACTIVE', '2027 ACTIVE']]);
    const before = await everything();
    expect((await beginAndFollow(begin(2027, plan)))[0]).toBe('/years');
    expect((await beginAndFollow(begin(2026, plan)))[0]).toBe('/years');
    expect(await everything()).toEqual(before);
  });

  it.each([
    [
      'another year is active',
      async () => {
        await setStatus(2026, 'INACTIVE');
        await setStatus(2025, 'ACTIVE');
      },
    ],
    ['none is active', () => setStatus(2026, 'INACTIVE')],
    [
      'the dates were changed',
      () =>
        em().nativeUpdate(
          AcademicYearEntity,
          { year: 2026 },
          { dueAt: new Date('2026-12-02T08:59:00Z'), version: 1 },
        ),
    ],
    [
      'the year was added meanwhile, with dates of its own',
      () => makeYear(orm, { year: 2027, status: 'INACTIVE', dueAt: new Date('2027-12-01T08:59:00Z') }),
    ],
  ])('is rejected if %s since it was shown', async (_what, change) => {
    await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const plan = (await reportOf())?.plan ?? '';
    await change();
    const before = await everything();
    expect(await screen.send(admin, PATH, begin(2027, plan))).toMatchObject(VERSION_CONFLICT);
    expect(await everything()).toEqual(before);
    const shownAgain = (await reportOf(`${PATH}?year=2027`))?.plan ?? '';
    expect((await beginAndFollow(begin(2027, shownAgain)))[1]).toContain('2027 ACTIVE');
  });

  it('is not begun by forms that no page of ours sends', async () => {
    const before = await everything();
    for (const form of [
      [],
      [['intent', 'begin']],
      begin(2027, 'x').slice(0, 2),
      begin(2027, 'x'.repeat(101)),
    ] as Fields[]) {
      expect(await screen.send(admin, PATH, form)).toMatchObject({ init: { status: 400 } });
    }
    expect(await screen.send(admin, PATH, begin(2027, 'x'))).toMatchObject(VERSION_CONFLICT);
    expect(await everything()).toEqual(before);
  });
});

it('only administrators can preview or begin a rollover', async () => {
  const plan = (await reportOf())?.plan ?? '';
  const school = await makeSchool(orm);
  const { user } = await makeCounselor(orm, [school.id]);
  const before = await everything();
  for (const form of [begin(2027, plan), [] as Fields]) {
    expect(await refusalOf(screen.send(user, PATH, form))).toMatchObject({ init: { status: 403 } });
    const led = await refusalOf(screen.send(null, PATH, form));
    expect(led instanceof Response && led.headers.get('Location')).toBe('/login?to=%2Fyears%2Frollover');
  }
  expect(await refusalOf(screen.open(user, PATH))).toMatchObject({ init: { status: 403 } });
  expect(await refusalOf(screen.open(null, PATH))).toBeInstanceOf(Response);
  expect(await everything()).toEqual(before);
});
