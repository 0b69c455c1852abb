import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { DesignationListQuery } from '#app/schemas/designation.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: UserActor;
let staff: UserActor;
const schoolIds: Record<string, string> = {};
const yearIds: Record<number, string> = {};

/** Name, year, and differences. Names are sorted without case, and accented letters next to their base letter. */
const ROWS = [
  ['apple', 2026, { criteria: 'OTHER', status: 'STARTED', updatedAt: '2026-11-05T08:59:59.999Z' }],
  ['Banana', 2026, { criteria: 'CUMULATIVE_GPA', status: 'PENDING', updatedAt: '2026-11-05T09:00:00.000Z' }],
  [
    'Éclair',
    2026,
    {
      criteria: null,
      status: 'APPROVED',
      updatedAt: '2026-11-06T08:59:59.999Z',
      downloadedAt: '2026-11-10T12:00:00.000Z',
    },
  ],
  [
    'fig',
    2025,
    {
      criteria: 'CUMULATIVE_WEIGHTED_GPA',
      status: 'REJECTED',
      updatedAt: '2026-11-06T09:00:00.000Z',
      downloadedAt: '2026-11-11T12:00:00.000Z',
    },
  ],
  ['fig', 2026, { criteria: 'CUMULATIVE_GPA', status: 'RETURNED', updatedAt: '2026-11-07T12:00:00.000Z' }],
] as const;

beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = actorOf(await makeAdmin(orm));
  for (const year of [2025, 2026]) {
    const status = year === 2026 ? 'ACTIVE' : 'INACTIVE';
    yearIds[year] = (await makeYear(orm, { year, status })).id;
  }
  for (const name of ['Éclair', 'fig', 'Banana', 'apple'])
    schoolIds[name] = (await makeSchool(orm, { name })).id;
  staff = (await makeCounselor(orm, [schoolIds['fig'] ?? '', schoolIds['apple'] ?? ''])).actor;
  for (const [name, year, given] of ROWS) {
    await makeDesignation(orm, {
      highSchoolId: schoolIds[name] ?? '',
      academicYearId: yearIds[year] ?? '',
      submittedById: admin.id,
      students: 1,
      ...given,
      updatedAt: new Date(given.updatedAt),
      downloadedAt: 'downloadedAt' in given ? new Date(given.downloadedAt) : null,
    });
  }
});
afterAll(() => orm.close(true));

async function names(query: DesignationListQuery, actor: UserActor = admin): Promise<string[]> {
  const { items } = await listDesignations(makeCtx({ orm, actor }), query);
  return items.map((item) => `${item.highSchool.name} ${item.academicYear.year}`);
}

describe('each filter', () => {
  const cases: [DesignationListQuery, string[]][] = [
    [{ criteria: ['CUMULATIVE_GPA'] }, ['Banana 2026', 'fig 2026']],
    [{ criteria: ['OTHER', 'CUMULATIVE_WEIGHTED_GPA'] }, ['apple 2026', 'fig 2025']],
    [{ criteria: [] }, []],
    [{ status: ['PENDING', 'RETURNED'] }, ['Banana 2026', 'fig 2026']],
    [{ status: ['APPROVED'], criteria: ['OTHER'] }, []],
    [{ afterDate: '2026-11-06' }, ['fig 2026', 'fig 2025']],
    [{ beforeDate: '2026-11-05' }, ['apple 2026', 'Banana 2026', 'Éclair 2026']],
    [{ beforeDate: '2026-11-05', afterDate: '2026-11-05' }, ['Banana 2026', 'Éclair 2026']],
    [{ beforeDate: '2026-11-05T09:00:00.000Z' }, ['apple 2026', 'Banana 2026']],
    [{ afterDate: '2026-11-06T09:00:00.000Z' }, ['fig 2026', 'fig 2025']],
    [{ noDownloadDate: true }, ['apple 2026', 'Banana 2026', 'fig 2026']],
    [{ noDownloadDate: false }, ['apple 2026', 'Banana 2026', 'Éclair 2026', 'fig 2026', 'fig 2025']],
    [{ downloadBeforeDate: '2026-11-10' }, ['Éclair 2026']],
    [{ downloadAfterDate: '2026-11-11T12:00:00.000Z' }, ['fig 2025']],
    [{ downloadAfterDate: '2026-11-10', downloadBeforeDate: '2026-11-11' }, ['Éclair 2026', 'fig 2025']],
  ];
  it.each(cases)('finds exactly the designations that match %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('filters by school and year, separately and together', async () => {
    const highSchoolId = schoolIds['fig'] ?? '';
    const academicYearId = yearIds[2026] ?? '';
    expect(await names({ highSchoolId })).toEqual(['fig 2026', 'fig 2025']);
    expect(await names({ academicYearId })).toEqual(['apple 2026', 'Banana 2026', 'Éclair 2026', 'fig 2026']);
    expect(await names({ highSchoolId, academicYearId })).toEqual(['fig 2026']);
  });

  it("filters by part of the school's name, and finds none for an unknown name", async () => {
    expect(await names({ highSchoolName: 'AN' })).toEqual(['Banana 2026']);
    expect(await names({ highSchoolName: 'ig' })).toEqual(['fig 2026', 'fig 2025']);
    expect(await names({ highSchoolName: 'ig', academicYearId: yearIds[2026] ?? '' })).toEqual(['fig 2026']);
    expect(await names({ highSchoolName: '%' })).toEqual([]);
  });

  it("doesn't widen what staff can see", async () => {
    const own = ['apple 2026', 'fig 2026', 'fig 2025'];
    expect(await names({ highSchoolName: 'anan' }, staff)).toEqual([]);
    expect(await names({}, staff)).toEqual(own);
    expect(await names({ criteria: ['CUMULATIVE_GPA'] }, staff)).toEqual(['fig 2026']);
    expect(await names({ highSchoolId: schoolIds['Banana'] ?? '' }, staff)).toEqual([]);
    expect(await names({ noDownloadDate: true }, staff)).toEqual(['apple 2026', 'fig 2026']);
  });
});

describe('each sort', () => {
  const orders: Record<(typeof DESIGNATION_SORTS)[number], string[]> = {
    highSchool: ['apple 2026', 'Banana 2026', 'Éclair 2026', 'fig 2026', 'fig 2025'],
    year: ['apple 2026', 'Banana 2026', 'Éclair 2026', 'fig 2026', 'fig 2025'],
    criteria: ['Banana 2026', 'fig 2026', 'fig 2025', 'apple 2026', 'Éclair 2026'],
    status: ['Éclair 2026', 'Banana 2026', 'fig 2025', 'fig 2026', 'apple 2026'],
    updatedAt: ['fig 2026', 'fig 2025', 'Éclair 2026', 'Banana 2026', 'apple 2026'],
    downloadedAt: ['fig 2025', 'Éclair 2026', 'apple 2026', 'Banana 2026', 'fig 2026'],
  };
  /** Rows that are equal in this sort, and so sorted by id. */
  const ties: Partial<Record<string, number[]>> = { criteria: [0, 1], downloadedAt: [2, 3, 4] };

  it.each(DESIGNATION_SORTS)('%s, from A to Z or newest first, and exactly reversed', async (sort) => {
    const down = await names({ sort });
    const tied = new Set(ties[sort] ?? []);
    const settled = (list: string[]) => list.filter((_, index) => !tied.has(index));
    expect(settled(down)).toEqual(settled(orders[sort]));
    expect([...down].sort()).toEqual([...orders[sort]].sort());
    expect(await names({ sort, direction: 'desc' })).toEqual(down);
    expect(await names({ sort, direction: 'asc' })).toEqual([...down].reverse());
  });

  it('is by school name by default, and equal rows keep their order from page to page', async () => {
    expect(await names({})).toEqual(orders.highSchool);
    const ids = async (query: DesignationListQuery) =>
      (await listDesignations(makeCtx({ orm, actor: admin }), query)).items.map((item) => item.id);
    for (const sort of DESIGNATION_SORTS) {
      for (const direction of ['desc', 'asc'] as const) {
        const whole = await ids({ sort, direction });
        for (const limit of [1, 2, 3]) {
          for (let offset = 0; offset <= whole.length; offset += 1) {
            const page = await ids({ sort, direction, limit, offset });
            expect(page).toEqual(whole.slice(offset, offset + limit));
          }
        }
      }
    }
  });
});

describe('a page', () => {
  it('counts every visible match, only if a page is requested', async () => {
    const listing = (query: DesignationListQuery, actor = admin) =>
      listDesignations(makeCtx({ orm, actor }), query);
    expect(await listing({})).toMatchObject({ total: null });
    expect((await listing({ limit: 1, offset: 3 })).items.map((item) => item.highSchool.name)).toEqual([
      'fig',
    ]);
    expect(await listing({ limit: 1, offset: 3 })).toMatchObject({ total: 5 });
    expect(await listing({ limit: 1, status: ['APPROVED', 'PENDING'] })).toMatchObject({ total: 2 });
    expect(await listing({ offset: 5 })).toEqual({ items: [], total: 5 });
    expect(await listing({ limit: 1 }, staff)).toMatchObject({ total: 3 });
  });

  it("uses as many statements for any number of rows; a first page that isn't full needs no count", async () => {
    const counting = await openCountingOrm(database.url);
    const ctx = () => makeCtx({ orm: counting.orm, actor: admin });
    const one = { highSchoolId: schoolIds['apple'] ?? '' };
    await listDesignations(ctx(), {});
    expect(await counting.count(() => listDesignations(ctx(), one))).toBe(1);
    expect(await counting.count(() => listDesignations(ctx(), {}))).toBe(1);
    expect(await counting.count(() => listDesignations(ctx(), { ...one, limit: 1 }))).toBe(2);
    expect(await counting.count(() => listDesignations(ctx(), { limit: 3 }))).toBe(2);
    expect(await counting.count(() => listDesignations(ctx(), { limit: 50 }))).toBe(1);
    await counting.orm.close(true);
  });
});

it('a list shows a designation with a trimmed school and without students', async () => {
  const { items } = await listDesignations(makeCtx({ orm, actor: admin }), { status: ['APPROVED'] });
  expect(items).toEqual([
    {
      id: items[0]?.id,
      classSize: null,
      criteria: null,
      criteriaComment: null,
      status: 'APPROVED',
      createdAt: '2026-09-01T17:00:00.000Z',
      updatedAt: '2026-11-06T08:59:59.999Z',
      highSchoolId: schoolIds['Éclair'],
      highSchool: { id: schoolIds['Éclair'], name: 'Éclair' },
      academicYear: { id: yearIds[2026], year: 2026 },
      submittedBy: { id: admin.id, firstName: 'Ada', lastName: admin.lastName },
      downloadedAt: '2026-11-10T12:00:00.000Z',
      acceptedTermsAndConditions: true,
      reasons: [],
      note: null,
      warnings: [],
    },
  ]);
});
