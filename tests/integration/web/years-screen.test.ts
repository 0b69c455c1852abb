import { beforeEach, describe, expect, it } from 'vitest';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { action, loader } from '#app/routes/web/years/years.tsx';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: MadeUser;
let year: MadeYear;
let next: MadeYear;
const screen = screenConversation({ loader, action }, () => orm);

beforeEach(async () => {
  orm = await database.openOrm();
  admin = await makeAdmin(orm);
  year = await makeYear(orm, { dueAt: new Date('2026-12-01T09:00:00.000Z') });
  next = await makeYear(orm, { year: 2027, status: 'INACTIVE' });
});

/** Changes the statuses from outside and keeps the versions. */
const setStatuses = (status: ActivityStatus) =>
  orm.em.fork().nativeUpdate(AcademicYearEntity, {}, { status, version: 1 });
const statuses = async () =>
  (await orm.em.fork().find(AcademicYearEntity, {}, { orderBy: { year: 'asc' } })).map(
    (stored) => `${stored.year} ${stored.status} ${stored.version}`,
  );
const ctx = () => makeCtx({ orm, actor: actorOf(admin) });
const choose = (chosen: { id: string }, instead: { id: string } | null, version = 1): Fields => [
  ['intent', 'choose'],
  ['chosen', `${chosen.id}.${version}`],
  ['instead', instead?.id ?? ''],
];
const add = (typed: string): Fields => [
  ['intent', 'add'],
  ['year', typed],
];
const SAVED = { tone: 'success', text: 'Changes saved!' };
const flashes = ({ loaded }: { loaded: Awaited<ReturnType<typeof loader>> }) =>
  loaded.data.flash.map(({ id: _id, ...message }) => message);

describe('the list of academic years', () => {
  it('has the newest first, with the dates, and the current calendar year of the program for the dialog', async () => {
    const { data } = await screen.open(admin, '/years');
    expect(data).toEqual({
      years: [
        { id: next.id, year: 2027, status: 'INACTIVE', opensAt: null, dueAt: null, version: 1 },
        {
          id: year.id,
          year: 2026,
          status: 'ACTIVE',
          opensAt: null,
          dueAt: '2026-12-01T09:00:00.000Z',
          version: 1,
        },
      ],
      total: 2,
      page: 1,
      active: [{ id: year.id, year: 2026 }],
      undecided: 0,
      designations: null,
      undoable: null,
      calendarYear: 2026,
      flash: [],
    });
  });

  it("shows one page of the active year's designations", async () => {
    const school = await makeSchool(orm, { name: 'Aspen' });
    const target = { highSchoolId: school.id, submittedById: admin.id };
    const shown = await makeDesignation(orm, { ...target, academicYearId: year.id, status: 'PENDING' });
    await makeDesignation(orm, { ...target, academicYearId: next.id });
    const approved = await makeSchool(orm);
    await makeDesignation(orm, {
      ...target,
      highSchoolId: approved.id,
      academicYearId: year.id,
      status: 'APPROVED',
    });
    const { data } = await screen.open(admin, '/years');
    expect(data.designations?.rows.map(({ id }) => id)).toContain(shown.id);
    expect(data.designations?.total).toBe(2);
    expect(data.undecided).toBe(1);
  });

  it("shows fifty years a page, and redirects from a page that doesn't exist to the first", async () => {
    for (let number = 1950; number < 2000; number += 1) {
      await makeYear(orm, { year: number, status: 'INACTIVE' });
    }
    const second = (await screen.open(admin, '/years?page=2')).data;
    expect(second.years.map((one) => one.year)).toEqual([1951, 1950]);
    expect([second.total, second.page, second.active]).toEqual([52, 2, [{ id: year.id, year: 2026 }]]);
    for (const page of ['0', 'x', '']) {
      expect((await screen.open(admin, `/years?page=${page}`)).data.page).toBe(1);
    }
    const led = await refusalOf(screen.open(admin, '/years?page=3'));
    expect(led instanceof Response && led.headers.get('Location')).toBe('/years');
  });

  it('warns about several active years, and about none', async () => {
    await orm.em.fork().execute('drop index academic_year_active_unique');
    await setStatuses('ACTIVE');
    expect((await screen.open(admin, '/years')).data.active.map((one) => one.year)).toEqual([2027, 2026]);
    await setStatuses('INACTIVE');
    expect((await screen.open(admin, '/years')).data.active).toEqual([]);
  });
});

describe('choosing the active year', () => {
  it('makes it active and the others inactive', async () => {
    const followed = await screen.follow(admin, '/years?page=1', choose(next, year));
    expect([followed.status, followed.to, flashes(followed)]).toEqual([302, '/years?page=1', [SAVED]]);
    expect(await statuses()).toEqual(['2026 INACTIVE 2', '2027 ACTIVE 2']);
    expect(flashes(await screen.follow(admin, '/years', choose(next, next, 2)))).toEqual([SAVED]);
    expect(await statuses()).toEqual(['2026 INACTIVE 2', '2027 ACTIVE 2']);
  });

  it('works if none is active', async () => {
    await setStatuses('INACTIVE');
    expect(flashes(await screen.follow(admin, '/years', choose(next, null)))).toEqual([SAVED]);
    expect(await statuses()).toEqual(['2026 INACTIVE 1', '2027 ACTIVE 2']);
  });

  it("doesn't overwrite newer changes: another active year, none, or a change of the chosen one", async () => {
    const past = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
    const before = await statuses();
    for (const form of [choose(next, past), choose(next, null), choose(next, year, 2)]) {
      expect(await screen.send(admin, '/years', form)).toMatchObject({
        init: { status: 412 },
        data: {
          error: {
            '': [
              'Unable to update year: This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
            ],
          },
        },
      });
    }
    expect(await statuses()).toEqual(before);
  });

  it('needs a choice of a year that exists', async () => {
    expect(await screen.send(admin, '/years', [['intent', 'choose']])).toMatchObject({
      init: { status: 400 },
      data: { error: { chosen: ['Choose the academic year to make active.'] } },
    });
    const unknownYear = choose({ id: '00000000-0000-4000-8000-000000000000' }, year);
    expect(await refusalOf(screen.send(admin, '/years', unknownYear))).toMatchObject({
      init: { status: 404 },
    });
  });
});

describe('adding a year', () => {
  it('shows the result in an alert', async () => {
    expect(flashes(await screen.follow(admin, '/years', add('2028')))).toEqual([
      { tone: 'success', text: 'Successfully added year 2028', isAlert: true },
    ]);
    expect(await statuses()).toEqual(['2026 ACTIVE 1', '2027 INACTIVE 1', '2028 INACTIVE 1']);
  });

  it('rejects an existing year and invalid numbers, and keeps the input', async () => {
    for (const [typed, status, error] of [
      ['2026', 409, { '': ['The 2026 academic year already exists.'] }],
      ['', 400, { year: ['Enter a year, like 2026.'] }],
      ['2026.5', 400, { year: ['Enter a year, like 2026.'] }],
      ['next', 400, { year: ['Enter a year, like 2026.'] }],
      ['1899', 400, { year: ['Enter a year between 1900 and 2999.'] }],
    ] as const) {
      expect(await screen.send(admin, '/years', add(typed))).toMatchObject({
        init: { status },
        data: { error, initialValue: { intent: 'add', ...(typed === '' ? {} : { year: typed }) } },
      });
    }
    expect(await statuses()).toEqual(['2026 ACTIVE 1', '2027 INACTIVE 1']);
  });
});

describe('undoing a rollover', () => {
  const undo = (version: number): Fields => [
    ['intent', 'undo'],
    ['begun', `${next.id}.${version}`],
  ];

  it("is offered with its effects until the first designation, and needs the year's current version", async () => {
    await rollOverYear(ctx(), { year: 2027 });
    const school = await makeSchool(orm);
    await makeExtension(orm, { academicYearId: next.id, highSchoolId: school.id, dueAt: new Date() });
    const { undoable } = (await screen.open(admin, '/years')).data;
    const version = undoable?.active.version ?? 0;
    expect(undoable).toEqual({
      active: { id: next.id, year: 2027, version },
      closed: { year: 2026 },
      isNew: false,
      extensions: 1,
      reminderRules: 0,
    });
    const before = await statuses();
    expect(await screen.send(admin, '/years', undo(version - 1))).toMatchObject({ init: { status: 412 } });
    expect(await statuses()).toEqual(before);
    expect(flashes(await screen.follow(admin, '/years', undo(version)))).toEqual([
      { tone: 'success', text: 'The rollover was undone. 2026 is active again.' },
    ]);
    expect((await statuses()).map((line) => line.slice(0, -2))).toEqual(['2026 ACTIVE', '2027 INACTIVE']);
    expect(await screen.send(admin, '/years', undo(version))).toMatchObject({
      init: { status: 409 },
      data: {
        error: {
          '': [
            "Unable to update year: There's no rollover to undo. A rollover can only be undone until the new year has its first designation.",
          ],
        },
      },
    });
  });
});

describe('the page of years', () => {
  const forms = (): Fields[] => [
    choose(next, year),
    add('2028'),
    [['intent', 'undo']],
    [['intent', 'close']],
    [],
  ];

  it('returns 400 to administrators for unknown forms', async () => {
    for (const form of forms().slice(3)) {
      expect(await refusalOf(screen.send(admin, '/years', form))).toMatchObject({ init: { status: 400 } });
    }
  });

  it('returns 403 to staff, and redirects visitors to the login page', async () => {
    const school = await makeSchool(orm);
    const { user } = await makeCounselor(orm, [school.id]);
    const before = await statuses();
    expect(await refusalOf(screen.open(user, '/years'))).toMatchObject({ init: { status: 403 } });
    for (const form of forms()) {
      expect(await refusalOf(screen.send(user, '/years', form))).toMatchObject({ init: { status: 403 } });
    }
    for (const attempt of [
      () => screen.open(null, '/years'),
      ...forms().map((form) => () => screen.send(null, '/years', form)),
    ]) {
      const led = await refusalOf(attempt());
      expect(led instanceof Response && led.headers.get('Location')).toBe('/login?to=%2Fyears');
    }
    expect(await statuses()).toEqual(before);
  });
});
