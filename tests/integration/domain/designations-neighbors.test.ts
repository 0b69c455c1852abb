import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNeighbors, nameNeighbors } from '#app/domain/designations/designation-list-queries.server.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { DesignationListPageQuery } from '#app/schemas/designation.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import { CRITERIA, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import { DIRECTIONS } from '#app/schemas/listing.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: Actor;
let counselor: Actor;
let yearId: string;

/** Eight schools, two with the same name, with designations of three years. Many share dates, criteria, and status. */
beforeAll(async () => {
  orm = await openOrm(database.url);
  const user = await makeAdmin(orm);
  admin = actorOf(user);
  const schools = [];
  for (const name of [
    'Éclat High',
    'Elm High',
    'elder High',
    'Elm High',
    'Ash High',
    'Fir High',
    'Oak High',
    'Yew',
  ]) {
    schools.push(await makeSchool(orm, { name }));
  }
  counselor = (
    await makeCounselor(
      orm,
      schools.slice(1, 4).map(({ id }) => id),
    )
  ).actor;
  for (const year of [2024, 2025, 2026]) {
    const { id: academicYearId } = await makeYear(orm, {
      year,
      status: year === 2026 ? 'ACTIVE' : 'INACTIVE',
    });
    yearId = academicYearId;
    for (const [index, { id: highSchoolId }] of schools.entries()) {
      if ((index + year) % 5 === 0) continue;
      await makeDesignation(orm, {
        highSchoolId,
        academicYearId,
        submittedById: user.id,
        status: DESIGNATION_STATUSES[(index + year) % 4] ?? 'STARTED',
        criteria: CRITERIA[(index + year) % 4] ?? null,
        updatedAt: new Date(Date.UTC(2026, 9, 1 + (index % 3))),
        downloadedAt: index % 2 === 0 ? null : new Date(Date.UTC(2026, 9, 1 + (index % 3))),
      });
    }
  }
});
afterAll(() => orm.close(true));

const orders = DESIGNATION_SORTS.flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction })));

async function everyNeighbor(actor: Actor, list: DesignationListPageQuery) {
  const { items } = await listDesignations(makeCtx({ orm, actor }), list);
  const shown = items.map(({ id, highSchool, academicYear }) => ({
    id,
    name: highSchool.name,
    year: academicYear.year,
  }));
  const found = await Promise.all(
    shown.map(({ id }) => findNeighbors(makeCtx({ orm, actor }), { id, list })),
  );
  const expected = shown.map((_one, index) => ({
    previous: shown[index - 1] ?? null,
    next: shown[index + 1] ?? null,
  }));
  return { found, expected };
}

describe('the neighbors of a designation', () => {
  it.each(orders)('are those of the list by $sort, $direction, with every filter', async (order) => {
    for (const filter of [
      {},
      { status: ['PENDING', 'STARTED'] },
      { criteria: ['OTHER'] },
      { academicYearId: yearId },
      { noDownloadDate: true },
      { beforeDate: '2026-10-02', downloadAfterDate: '2026-10-01' },
    ] satisfies DesignationListPageQuery[]) {
      for (const actor of [admin, counselor]) {
        const { found, expected } = await everyNeighbor(actor, { ...order, ...filter });
        expect(found).toEqual(expected);
      }
    }
  });

  it('are found by its position even if it is not in the list', async () => {
    const { items } = await listDesignations(makeCtx({ orm, actor: admin }), {});
    const pending = items.filter(({ status }) => status === 'PENDING');
    const approved = items.findIndex(({ status }, index) => status !== 'PENDING' && index > 5);
    const list = { status: ['PENDING' as const] };
    const { previous, next } = await findNeighbors(makeCtx({ orm, actor: admin }), {
      id: items[approved]?.id ?? '',
      list,
    });
    const after = items.slice(approved + 1).find((item) => pending.includes(item));
    const before = items.slice(0, approved).findLast((item) => pending.includes(item));
    expect([previous?.id, next?.id]).toEqual([before?.id, after?.id]);
  });

  it('are named by their IDs, to users who may know them', async () => {
    const { items } = await listDesignations(makeCtx({ orm, actor: admin }), {});
    const own = await listDesignations(makeCtx({ orm, actor: counselor }), {});
    const [mine] = own.items;
    const foreign = items.find(({ id }) => own.items.every((one) => one.id !== id));
    const beside = { previous: foreign?.id ?? '', next: mine?.id ?? '' };
    const named = (item: typeof mine) => ({
      id: item?.id,
      name: item?.highSchool.name,
      year: item?.academicYear.year,
    });
    expect(await nameNeighbors(makeCtx({ orm, actor: admin }), beside)).toEqual({
      previous: named(foreign),
      next: named(mine),
    });
    expect(await nameNeighbors(makeCtx({ orm, actor: counselor }), beside)).toEqual({
      previous: null,
      next: named(mine),
    });
    expect(await nameNeighbors(makeCtx({ orm, actor: counselor }), { previous: null, next: null })).toEqual({
      previous: null,
      next: null,
    });
    const anonymousRead = nameNeighbors(makeCtx({ orm, actor: ANONYMOUS }), beside);
    expect(await refusalOf(anonymousRead)).toEqual(new Unauthorized());
  });

  it('use two statements, and return 401 without a session', async () => {
    const counting = await openCountingOrm(database.url);
    const { items } = await listDesignations(makeCtx({ orm, actor: admin }), {});
    const id = items[3]?.id ?? '';
    for (const sort of DESIGNATION_SORTS) {
      const ask = () => findNeighbors(makeCtx({ orm: counting.orm, actor: admin }), { id, list: { sort } });
      expect(await counting.count(ask)).toBe(2);
    }
    await counting.orm.close(true);
    const anonymousRead = findNeighbors(makeCtx({ orm, actor: ANONYMOUS }), { id, list: {} });
    expect(await refusalOf(anonymousRead)).toEqual(new Unauthorized());
  });
});
