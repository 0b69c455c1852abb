import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { getListPage, type ListPage } from '#app/domain/designations/list-page.server.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import type { DesignationFilter, DesignationListPageQuery } from '#app/schemas/designation.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import { CRITERIA, DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';
import { DIRECTIONS } from '#app/schemas/listing.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { issuesOf } from '#tests/support/designation-scene.server.ts';
import { expectedList, type Listed } from '#tests/support/listed-designations.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
const YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026];
/** In their sort order. Two schools share a name. */
const NAMES = ['apple', 'Banana', 'Birch', 'birch b', 'Cedar', 'Cedar', 'éclair', 'Eclipse', 'fig', 'Zoo'];

let orm: Orm;
let admin: UserActor;
let staff: UserActor;
let schools: MadeSchool[];
let years: MadeYear[];
const rows: Listed[] = [];

/** 154 rows, many of them equal in every sorted column, and some without criteria or download date. */
beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = actorOf(await makeAdmin(orm));
  years = [];
  schools = [];
  for (const year of YEARS)
    years.push(await makeYear(orm, { year, status: year === 2026 ? 'ACTIVE' : 'INACTIVE' }));
  for (const name of [...NAMES, ...NAMES.map((name) => `${name} Valley`), 'Zoom', 'Zulu']) {
    schools.push(await makeSchool(orm, { name }));
  }
  staff = (
    await makeCounselor(
      orm,
      schools.slice(0, 9).map(({ id }) => id),
    )
  ).actor;
  let number = 0;
  for (const school of schools) {
    for (const year of years) {
      number += 1;
      rows.push(await designate(school, year, number));
    }
  }
});
afterAll(() => orm.close(true));

async function designate(school: MadeSchool, year: MadeYear, number: number): Promise<Listed> {
  const made = await makeDesignation(orm, {
    highSchoolId: school.id,
    academicYearId: year.id,
    submittedById: admin.id,
    criteria: CRITERIA[number % 4] ?? null,
    status: DESIGNATION_STATUSES[number % 5] ?? 'STARTED',
    updatedAt: new Date(Date.UTC(2026, 10, 1 + (number % 3), 9, 0, 0, number % 2)),
    downloadedAt: number % 3 === 0 ? null : new Date(Date.UTC(2026, 10, 5 + (number % 2), 12)),
  });
  return { ...made, schoolName: school.name, year: year.year };
}

const page = (address: DesignationListPageQuery, actor: Actor = admin) =>
  getListPage(makeCtx({ orm, actor }), address);
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** Every page, following the Next links from the first. */
async function walk(address: DesignationListPageQuery, actor: Actor = admin): Promise<ListPage[]> {
  const pages = [await page(address, actor)];
  for (let last = pages[0]; last?.hasNext === true; last = pages.at(-1)) {
    const position = (last.from ?? 0) + 50;
    pages.push(await page({ ...address, after: last.rows.at(-1)?.id, position }, actor));
  }
  return pages;
}

/** Every page, following the Previous links from the last. */
async function walkBack(address: DesignationListPageQuery): Promise<ListPage[]> {
  const pages = [await page({ ...address, last: true })];
  for (let first = pages[0]; first?.hasPrevious === true; first = pages[0]) {
    const position = Math.max(1, (first.from ?? 0) - 50);
    pages.unshift(await page({ ...address, before: first.rows[0]?.id, position }));
  }
  return pages;
}

describe('every filter', () => {
  const filters = (): DesignationFilter[] => [
    {},
    { criteria: ['OTHER'] },
    { criteria: ['OTHER', 'CUMULATIVE_GPA'], status: ['PENDING'] },
    { status: ['APPROVED', 'RETURNED'] },
    { highSchoolId: schools[4]?.id ?? '' },
    { academicYearId: years[2]?.id ?? '' },
    { academicYearId: years[2]?.id ?? '', highSchoolId: schools[5]?.id ?? '' },
    { afterDate: '2026-11-02' },
    { beforeDate: '2026-11-01' },
    { afterDate: '2026-11-02', beforeDate: '2026-11-02' },
    { afterDate: '2026-11-02T09:00:00.001Z' },
    { beforeDate: '2026-11-02T09:00:00.000Z' },
    { noDownloadDate: true },
    { noDownloadDate: false },
    { downloadAfterDate: '2026-11-06' },
    { downloadBeforeDate: '2026-11-05' },
    { downloadAfterDate: '2026-11-05T12:00:00.000Z', downloadBeforeDate: '2026-11-05T12:00:00.000Z' },
    { noDownloadDate: true, downloadBeforeDate: '2026-11-30' },
    { criteria: ['OTHER'], status: ['STARTED', 'PENDING'], afterDate: '2026-11-02', noDownloadDate: true },
  ];

  it.each(DESIGNATION_SORTS.map((sort, index) => ({ sort, index })))(
    'ordered by $sort in both directions matches the specification, in REST and on the page',
    async ({ sort, index }) => {
      // Each filter is combined with the default sort and one other. Each sort also runs without a filter.
      const met = filters().filter((_, at) => at === 0 || sort === 'highSchool' || at % 5 === index - 1);
      for (const filter of met) {
        for (const direction of DIRECTIONS) {
          const query = { ...filter, sort, direction };
          const expected = idsOf(expectedList(rows, query));
          const called = await listDesignations(makeCtx({ orm, actor: admin }), query);
          expect(idsOf(called.items), JSON.stringify(query)).toEqual(expected);
          const shown = await page(query);
          expect([idsOf(shown.rows), shown.panel.total], JSON.stringify(query)).toEqual([
            expected.slice(0, 50),
            expected.length,
          ]);
        }
      }
    },
  );
});

describe('the pages of every order', () => {
  const orders = DESIGNATION_SORTS.flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction })));

  it.each(orders)('make up the whole list by $sort $direction, forward and back', async (order) => {
    for (const filter of [{}, { status: ['PENDING', 'APPROVED', 'RETURNED'] as const }]) {
      const query = { ...filter, ...order } as DesignationListPageQuery;
      const all = idsOf(expectedList(rows, query));
      const sizes = Array.from({ length: Math.ceil(all.length / 50) }, (_, index) =>
        Math.min(50, all.length - index * 50),
      );
      for (const pages of [await walk(query), await walkBack(query)]) {
        expect(pages.flatMap((one) => idsOf(one.rows))).toEqual(all);
        expect(pages.map((one) => one.rows.length)).toEqual(sizes);
        expect(pages.map((one) => one.from)).toEqual(sizes.map((_, index) => index * 50 + 1));
        expect(pages.map((one) => [one.hasPrevious, one.hasNext])).toEqual(
          sizes.map((_, index) => [index > 0, index < sizes.length - 1]),
        );
      }
    }
  });

  it("are the same through the call's limit and offset", async () => {
    for (const order of orders) {
      const all = idsOf(expectedList(rows, order));
      const { items } = await listDesignations(makeCtx({ orm, actor: admin }), {
        ...order,
        limit: 7,
        offset: 71,
      });
      expect(idsOf(items), JSON.stringify(order)).toEqual(all.slice(71, 78));
    }
  });

  it('contain only their own schools for staff', async () => {
    const own = rows.filter(({ highSchoolId }) => staff.highSchoolIds.includes(highSchoolId));
    const pages = await walk({ sort: 'year' }, staff);
    expect(pages.flatMap((one) => idsOf(one.rows))).toEqual(idsOf(expectedList(own, { sort: 'year' })));
    expect(pages.map(({ panel }) => [panel.total, panel.downloads])).toEqual([
      [63, null],
      [63, null],
    ]);
  });
});

describe('while rows change', () => {
  it('unchanged rows are shown once, even if others are added, removed, or moved', async () => {
    const em = orm.em.fork();
    const order = { sort: 'updatedAt', direction: 'asc' } as const;
    const still = new Set(idsOf(rows));
    const first = await page(order);
    const moved = [first.rows[3], first.rows[10]].map((row) => row?.id ?? '');
    const updatedAt = new Date('2026-12-01T00:00:00Z');
    await em.nativeUpdate(DesignationEntity, { id: { $in: moved } }, { updatedAt });
    const deletedIds = idsOf(first.rows).slice(20, 23);
    await em.nativeDelete(DesignationEntity, { id: { $in: deletedIds } });
    const newSchool = await makeSchool(orm, { name: 'aaa' });
    const added = [
      await designate(newSchool, years[0] as MadeYear, 1),
      await designate(newSchool, years[1] as MadeYear, 2),
    ];
    const rest = await walk({ ...order, after: first.rows.at(-1)?.id, position: 51 });
    const shown = [...idsOf(first.rows), ...rest.flatMap((one) => idsOf(one.rows))];
    const stillShown = shown.filter((id) => still.has(id) && !moved.includes(id));
    expect(stillShown.length).toBe(new Set(stillShown).size);
    expect(new Set(stillShown)).toEqual(new Set([...still].filter((id) => !moved.includes(id))));
    expect(rest.at(-1)?.from).toBe((rest.at(-1)?.panel.total ?? 0) - (rest.at(-1)?.rows.length ?? 0) + 1);
    await em.nativeDelete(DesignationEntity, { id: { $in: idsOf(added) } });
    for (const id of [...moved, ...deletedIds]) {
      const row = rows.find((one) => one.id === id);
      if (row === undefined) throw new Error('This row was never made.');
      await em.nativeDelete(DesignationEntity, { id });
      const { schoolName: _name, year: _year, ...made } = row;
      await makeDesignation(orm, made);
    }
  });

  it('a row that no longer matches still marks the beginning of its page', async () => {
    const filter = { status: ['PENDING' as const], sort: 'highSchool' as const };
    const [, ...others] = expectedList(rows, filter);
    const [first] = expectedList(rows, filter);
    const setStatus = (status: DesignationStatus) =>
      orm.em.fork().nativeUpdate(DesignationEntity, { id: first?.id ?? '' }, { status });
    await setStatus('APPROVED');
    const next = await page({ ...filter, after: first?.id, position: 2 });
    expect(idsOf(next.rows)).toEqual(idsOf(others).slice(0, 50));
    await setStatus('PENDING');
  });

  it('the last page follows the last row, and the first page precedes the fiftieth', async () => {
    const all = idsOf(expectedList(rows, {}));
    const beyond = await page({ after: all.at(-1), position: 999 });
    expect([idsOf(beyond.rows), beyond.from, beyond.hasNext]).toEqual([all.slice(150), 151, false]);
    const early = await page({ before: all[20], position: 1 });
    expect([idsOf(early.rows), early.from, early.hasPrevious]).toEqual([all.slice(0, 50), 1, false]);
    const unplaced = await page({ after: all[60] });
    expect([idsOf(unplaced.rows), unplaced.from]).toEqual([all.slice(61, 111), null]);
  });
});

describe('an invalid list URL', () => {
  const messages = async (address: DesignationListPageQuery, actor?: Actor) =>
    (await issuesOf(page(address, actor))).map(({ message }) => message);

  it('reports bounds in the wrong order', async () => {
    expect(
      await messages({
        afterDate: '2026-11-06',
        beforeDate: '2026-11-05',
        downloadAfterDate: '2026-11-06T00:00:00.000Z',
        downloadBeforeDate: '2026-11-05T00:00:00.000Z',
      }),
    ).toEqual([
      "“Updated from” can't be later than “Updated to”.",
      "“Downloaded from” can't be later than “Downloaded to”.",
    ]);
  });

  it("returns the same error for another school, another school's row, and unknown ones", async () => {
    const foreign = rows.find(({ highSchoolId }) => !staff.highSchoolIds.includes(highSchoolId));
    const unknown = '00000000-0000-4000-8000-000000000000';
    const noSchool = ["This high school doesn't exist."];
    expect(await messages({ highSchoolId: unknown }, staff)).toEqual(noSchool);
    expect(await messages({ highSchoolId: foreign?.highSchoolId }, staff)).toEqual(noSchool);
    const noRow = ['The designation this page starts at no longer exists. Go to the first page.'];
    for (const side of ['after', 'before'] as const) {
      expect(await messages({ [side]: unknown }, staff)).toEqual(noRow);
      expect(await messages({ [side]: foreign?.id }, staff)).toEqual(noRow);
    }
  });
});

it('a page of the designations list uses two statements', async () => {
  const counting = await openCountingOrm(database.url);
  const all = idsOf(expectedList(rows, {}));
  const count = (address: DesignationListPageQuery) =>
    counting.count(() => getListPage(makeCtx({ orm: counting.orm, actor: admin }), address));
  await count({});
  for (const address of [
    {},
    { last: true },
    { after: all[60] },
    { before: all[120] },
    { sort: 'year' as const },
  ]) {
    expect(await count(address)).toBe(2);
  }
  await counting.orm.close(true);
});
