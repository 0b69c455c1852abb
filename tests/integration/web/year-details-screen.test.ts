import { beforeEach, describe, expect, it } from 'vitest';
import { action, loader } from '#app/routes/web/years/year-details.tsx';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type Fields, screenConversation } from '#tests/support/screen-conversation.server.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const database = useDatabase('each test');
let orm: Orm;
let admin: MadeUser;
let year: MadeYear;
const screen = screenConversation(
  { loader, action },
  () => orm,
  () => ({ id: year.id }),
);
const path = () => `/years/${year.id}`;

beforeEach(async () => {
  orm = await database.openOrm();
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Lovelace' });
  year = await makeYear(orm, {
    opensAt: new Date('2026-09-01T16:00:00.000Z'),
    dueAt: new Date('2026-12-01T08:59:59.999Z'),
  });
});

const everything = () => snapshotOfRows(orm, [AcademicYearEntity, DeadlineExtensionEntity, EventEntity]);
const DATES = ['opensAt', 'earlyDueAt', 'dueAt', 'correctionsDueAt', 'version'] as const;
const datesOf = async () => (await storedRows(orm, AcademicYearEntity, DATES, { where: { id: year.id } }))[0];
/** Changes the year from outside and keeps its version. */
const changeYear = (change: Partial<Pick<AcademicYear, 'status' | 'earlyDueAt'>>) =>
  orm.em.fork().nativeUpdate(AcademicYearEntity, {}, { ...change, version: 1 });
const STORED = {
  opensAt: '2026-09-01T08:00',
  earlyDueAt: '',
  dueAt: '2026-11-30T23:59:59',
  correctionsDueAt: '',
};
const dates = (typed: Partial<typeof STORED>, version = 1): Fields => [
  ['intent', 'dates'],
  ['version', String(version)],
  ...Object.entries({ ...STORED, ...typed }),
];
const grant = (
  school: { id?: string; name?: string },
  dueAt = '2026-12-14T23:59',
  reason = 'Snow',
): Fields => [
  ['intent', 'grant'],
  ['highSchoolId', school.id ?? ''],
  ['highSchoolName', school.name ?? ''],
  ['dueAt', dueAt],
  ['reason', reason],
];
const fields = (named: Record<string, string>): Fields => Object.entries(named);
const revoke = (highSchoolId: string) => fields({ intent: 'revoke', highSchoolId });
const remove = (version = 1) => fields({ intent: 'delete', version: String(version) });
const errorsOf = async (form: Fields) => {
  const response = await screen.send(admin, path(), form);
  return [response.init?.status, response.data.error];
};
const flashes = ({ loaded }: { loaded: Awaited<ReturnType<typeof loader>> }) =>
  loaded.data.flash.map(({ text }) => text);
const SKIPPED =
  "This time doesn't exist: daylight saving time skips this hour. Choose a time an hour earlier or later.";
const DOUBLED =
  'This time occurs twice because daylight saving time ends in this hour. Choose a time an hour earlier or later.';
const VERSION_CONFLICT =
  'Unable to update year: This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.';

describe('the dates of a year', () => {
  it("are saved in the program's time zone, cleared when emptied, and unchanged to the millisecond when untouched", async () => {
    const followed = await screen.follow(
      admin,
      path(),
      dates({ opensAt: '', earlyDueAt: '2026-11-15T12:00', correctionsDueAt: '2027-03-20T17:00' }),
    );
    expect([followed.to, flashes(followed)]).toEqual([path(), ['Changes saved!']]);
    expect(await datesOf()).toEqual({
      opensAt: null,
      earlyDueAt: new Date('2026-11-15T21:00:00Z'),
      dueAt: new Date('2026-12-01T08:59:59.999Z'),
      correctionsDueAt: new Date('2027-03-21T01:00:00Z'),
      version: 2,
    });
    expect(followed.loaded.data.timeline.entries.map(({ kind }) => kind)).toEqual(['academicYear.changed']);
  });

  it('are kept without an event if nothing was typed', async () => {
    const before = await everything();
    expect(flashes(await screen.follow(admin, path(), dates({})))).toEqual(['Changes saved!']);
    expect(await everything()).toEqual(before);
  });

  it("are refused at their field if they're out of order, invalid, out of range, or skipped or repeated by a clock change", async () => {
    const before = await everything();
    for (const [typed, error] of [
      [
        { earlyDueAt: '2026-12-24T12:00' },
        { earlyDueAt: ["The due date can't be before the early due date."] },
      ],
      [{ dueAt: '2026-08-01T12:00' }, { dueAt: ["The due date can't be before the opening date."] }],
      [{ dueAt: '2026-11-31T12:00' }, { dueAt: ['Enter a date and time, such as 2026-11-30T23:59.'] }],
      [{ dueAt: '3026-11-30T12:00' }, { dueAt: ['Enter a date between 1900 and 2999.'] }],
      [
        { correctionsDueAt: '2027-03-14T02:30' },
        {
          correctionsDueAt: [SKIPPED],
        },
      ],
      [
        { earlyDueAt: '2026-11-01T01:30' },
        {
          earlyDueAt: [DOUBLED],
        },
      ],
    ] as const) {
      expect(await errorsOf(dates(typed))).toEqual([400, error]);
    }
    expect(await everything()).toEqual(before);
  });

  it('keep the one of two equal times that another channel has set', async () => {
    await changeYear({ earlyDueAt: new Date('2026-11-01T10:30:00Z') });
    await screen.follow(admin, path(), dates({ earlyDueAt: '2026-11-01T01:30', dueAt: '2026-12-01T00:00' }));
    expect(await datesOf()).toMatchObject({
      earlyDueAt: new Date('2026-11-01T10:30:00Z'),
      dueAt: new Date('2026-12-01T09:00:00Z'),
    });
  });

  it("don't overwrite newer changes, or clear fields missing from the form", async () => {
    const before = await everything();
    expect(await errorsOf(dates({ dueAt: '' }, 2))).toEqual([412, { '': [VERSION_CONFLICT] }]);
    expect(await errorsOf(dates({}, 2))).toEqual([412, { '': [VERSION_CONFLICT] }]);
    const partial = dates({}).filter(([name]) => name !== 'dueAt');
    expect(await refusalOf(screen.send(admin, path(), partial))).toMatchObject({ init: { status: 400 } });
    expect(await everything()).toEqual(before);
  });
});

describe('the extensions of a year', () => {
  it('are granted to a school that was chosen, replaced, and revoked', async () => {
    const school = await makeSchool(orm, { name: 'Aspen High' });
    const granted = await screen.follow(admin, path(), grant(school));
    expect(flashes(granted)).toEqual(['Aspen High now has an extension.']);
    expect(granted.loaded.data.extensions).toEqual([
      {
        highSchoolId: school.id,
        highSchoolName: 'Aspen High',
        dueAt: '2026-12-15T08:59:00.000Z',
        reason: 'Snow',
        grantedBy: { id: admin.id, firstName: 'Ada', lastName: 'Lovelace' },
      },
    ]);
    const replaced = await screen.follow(admin, path(), grant({ id: school.id }, '2026-12-20T23:59', 'More'));
    expect(flashes(replaced)).toEqual(['The extension for Aspen High was replaced.']);
    expect(replaced.loaded.data.extensions).toMatchObject([
      { dueAt: '2026-12-21T08:59:00.000Z', reason: 'More' },
    ]);
    const revoked = await screen.follow(admin, path(), revoke(school.id));
    expect([flashes(revoked), revoked.loaded.data.extensions]).toEqual([['The extension was revoked.'], []]);
    expect(await refusalOf(screen.send(admin, path(), revoke(school.id)))).toMatchObject({
      init: { status: 404 },
    });
  });

  it('are granted to a school by its typed name, with a question for an ambiguous one', async () => {
    const ids = [1, 2, 3, 4].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
    for (const [index, name] of ['Aspen High', 'Aspen Hill', 'North High', 'North High'].entries()) {
      await makeSchool(orm, { id: ids[index], name });
    }
    const em = orm.em.fork();
    for (const school of await em.find(HighSchoolEntity, {
      id: { $in: ids.filter((_, index) => index % 2 === 1) },
    })) {
      school.address.city = 'Sitka';
    }
    await em.flush();
    expect(flashes(await screen.follow(admin, path(), grant({ name: ' aspen HIGH ' })))).toEqual([
      'Aspen High now has an extension.',
    ]);
    expect(flashes(await screen.follow(admin, path(), grant({ name: 'hill' })))).toEqual([
      'Aspen Hill now has an extension.',
    ]);
    expect(flashes(await screen.follow(admin, path(), grant({ name: 'North High, Sitka' })))).toEqual([
      'North High now has an extension.',
    ]);
    expect(await orm.em.fork().count(DeadlineExtensionEntity, { highSchool: ids[3] })).toBe(1);
    const before = await everything();
    for (const [name, message] of [
      ['', 'Choose a high school.'],
      ['nowhere', 'No high school has “nowhere” in its name.'],
      ['aspen', 'Several high schools match. Enter one of these: Aspen High, Juneau; Aspen Hill, Sitka.'],
      [
        'North High',
        'Several high schools match. Enter one of these: North High, Juneau; North High, Sitka.',
      ],
    ] as const) {
      expect(await errorsOf(grant({ name }))).toEqual([400, { highSchoolName: [message] }]);
    }
    expect(await everything()).toEqual(before);
  });

  it('need a date, a reason, and a school that exists', async () => {
    const school = await makeSchool(orm);
    const before = await everything();
    expect(await errorsOf(grant(school, '', ''))).toEqual([
      400,
      { dueAt: ['Enter a date and a time.'], reason: ['Reason is required.'] },
    ]);
    expect(await errorsOf(grant(school, '2027-03-14T02:30'))).toEqual([
      400,
      {
        dueAt: [SKIPPED],
      },
    ]);
    const unknownSchool = grant({ id: '00000000-0000-4000-8000-000000000000' });
    expect(await refusalOf(screen.send(admin, path(), unknownSchool))).toMatchObject({
      init: { status: 404 },
    });
    expect(await everything()).toEqual(before);
  });
});

describe('deleting a year', () => {
  it('deletes its extensions, too, and redirects to the list', async () => {
    await changeYear({ status: 'INACTIVE' });
    const school = await makeSchool(orm);
    await makeExtension(orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: new Date() });
    expect(await errorsOf(remove(2))).toEqual([412, { '': [VERSION_CONFLICT] }]);
    const led = await refusalOf(screen.send(admin, path(), remove()));
    expect(led instanceof Response && led.headers.get('Location')).toBe('/years');
    expect(await snapshotOfRows(orm, [AcademicYearEntity, DeadlineExtensionEntity])).toEqual([[], []]);
    expect(await refusalOf(screen.open(admin, path()))).toMatchObject({ init: { status: 404 } });
  });

  it('is refused for the active year, and for one that has designations', async () => {
    const refusal = 'Unable to update year: The 2026 academic year';
    expect(await errorsOf(remove())).toEqual([
      409,
      { '': [`${refusal} is active. Make another year active before deleting it.`] },
    ]);
    await changeYear({ status: 'INACTIVE' });
    const school = await makeSchool(orm);
    await makeDesignation(orm, { highSchoolId: school.id, academicYearId: year.id, submittedById: admin.id });
    expect((await screen.open(admin, path())).data.designations).toBe(1);
    expect(await errorsOf(remove())).toEqual([
      409,
      { '': [`${refusal} has designations, so it can't be deleted.`] },
    ]);
  });
});

it('the page of a year is only for administrators, and rejects unknown forms', async () => {
  const school = await makeSchool(orm);
  const { user } = await makeCounselor(orm, [school.id]);
  await makeExtension(orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: new Date() });
  const forms: Fields[] = [
    dates({ dueAt: '' }),
    grant(school),
    revoke(school.id),
    remove(),
    [['intent', 'x']],
    [],
  ];
  const before = await everything();
  expect(await refusalOf(screen.open(user, path()))).toMatchObject({ init: { status: 403 } });
  for (const form of forms) {
    expect(await refusalOf(screen.send(user, path(), form))).toMatchObject({ init: { status: 403 } });
  }
  for (const attempt of [
    () => screen.open(null, path()),
    ...forms.map((form) => () => screen.send(null, path(), form)),
  ]) {
    const led = await refusalOf(attempt());
    expect(led instanceof Response && led.headers.get('Location')).toBe(`/login?to=%2Fyears%2F${year.id}`);
  }
  for (const form of forms.slice(4)) {
    expect(await refusalOf(screen.send(admin, path(), form))).toMatchObject({ init: { status: 400 } });
  }
  expect(await everything()).toEqual(before);
  year = { ...year, id: 'x' };
  expect(await refusalOf(screen.open(admin, path()))).toMatchObject({ init: { status: 404 } });
});
