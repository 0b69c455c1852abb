import { beforeEach, describe, expect, it } from 'vitest';
import { checkDesignations } from '#app/domain/warnings/check-designations.server.ts';
import { listDuplicatePairs, openDuplicatePair } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeDesignation, makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

const ANN = { first: 'Ann', last: 'Zebrowski', dateOfBirth: '2009-05-17', email: 'ann@mine.example.org' };
const BEN = { ...ANN, first: 'Ben', email: 'ben@mine.example.org' };

let orm: Orm;
let year: MadeYear;
let scene: DesignationScene;
let elm: MadeDesignation;
let oak: MadeDesignation;
useDesignationScene((given) => ({ orm, year, scene } = given), { per: 'each test' });

const ctxOf = (actor: Actor) => makeCtx({ orm, actor, channel: 'BROWSER' });
const check = () => checkDesignations(makeCtx({ orm }));
const disclosures = () =>
  storedRows(orm, DisclosureEntity, ['actor', 'channel', 'purpose', 'filter', 'rowCount', 'studentIds']);

const designate = async (name: string, students: readonly object[], academicYearId = year.id) =>
  makeDesignation(orm, {
    ...{ highSchoolId: (await makeSchool(orm, { name })).id, academicYearId, students },
    ...{ submittedById: scene.counselor.id, status: 'PENDING' },
  });

beforeEach(async () => {
  oak = await designate('Oak High', [{}, BEN, ANN]);
  elm = await designate('Elm High', [ANN, {}, BEN]);
  await check();
});

describe('pairs of lists with the same students', () => {
  it('are listed once, by the schools, with counts, no names, and no disclosure', async () => {
    const { items } = await listDuplicatePairs(ctxOf(scene.admin), {});
    expect(items).toEqual([
      {
        students: 2,
        academicYear: { id: year.id, year: year.year },
        designations: [
          { id: elm.id, status: 'PENDING', highSchool: { id: elm.highSchoolId, name: 'Elm High' } },
          { id: oak.id, status: 'PENDING', highSchool: { id: oak.highSchoolId, name: 'Oak High' } },
        ],
      },
    ]);
    expect(await disclosures()).toEqual([]);
  });

  it('are those of the active year, or of the chosen one, by page', async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    for (const name of ['Ash High', 'Fir High', 'Yew High']) await designate(name, [ANN], last.id);
    await check();
    const pairs = async (query: Parameters<typeof listDuplicatePairs>[1]) => {
      const { items, total } = await listDuplicatePairs(ctxOf(scene.admin), query);
      return [
        items.map(({ designations: [one, other] }) => `${one.highSchool.name} ${other.highSchool.name}`),
        total,
      ];
    };
    expect(await pairs({})).toEqual([['Elm High Oak High'], null]);
    expect(await pairs({ academicYearId: last.id, limit: 2 })).toEqual([
      ['Ash High Fir High', 'Ash High Yew High'],
      3,
    ]);
    expect(await pairs({ academicYearId: last.id, limit: 2, offset: 2 })).toEqual([['Fir High Yew High'], 3]);
  });

  it('start with those that can still be decided, however the pages are cut', async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    const made = async (name: string, status: DesignationStatus, students: readonly object[]) => {
      const { id } = await designate(name, students, last.id);
      await scene.patch(id, { status }, { actor: scene.admin });
    };
    await made('Ash High', 'APPROVED', [ANN]);
    await made('Fir High', 'APPROVED', [ANN]);
    await made('Yew High', 'RETURNED', [ANN]);
    await check();
    const expected = ['Ash High Yew High', 'Fir High Yew High', 'Ash High Fir High'];
    const pairs = async (page: { readonly limit?: number; readonly offset?: number }) => {
      const { items } = await listDuplicatePairs(ctxOf(scene.admin), { academicYearId: last.id, ...page });
      return items.map(({ designations: [one, other] }) => `${one.highSchool.name} ${other.highSchool.name}`);
    };
    expect(await pairs({})).toEqual(expected);
    expect([...(await pairs({ limit: 1 })), ...(await pairs({ limit: 2, offset: 1 }))]).toEqual(expected);
  });

  it('are refused to everyone but administrators', async () => {
    for (const actor of [scene.counselor, ...scene.strangers]) {
      expect(await refusalOf(listDuplicatePairs(ctxOf(actor), {}))).toEqual(new Forbidden());
    }
    expect(await refusalOf(listDuplicatePairs(ctxOf(ANONYMOUS), {}))).toEqual(new Unauthorized());
  });
});

describe('a pair that is opened', () => {
  it('shows both lists with the matching rows, and records that all their students were shown', async () => {
    const { lists } = await openDuplicatePair(ctxOf(scene.admin), { id: elm.id, otherId: oak.id });
    expect(
      lists.map(({ highSchool, students }) => [highSchool.name, students.map(({ matches }) => matches)]),
    ).toEqual([
      ['Elm High', [[3], [], [2]]],
      ['Oak High', [[], [3], [1]]],
    ]);
    expect(await disclosures()).toEqual([
      {
        actor: scene.admin.id,
        channel: 'BROWSER',
        purpose: 'students.compare',
        filter: { designationIds: [elm.id, oak.id] },
        rowCount: 6,
        studentIds: [...elm.students, ...oak.students].map(({ id }) => id),
      },
    ]);
  });

  it('shows and records nothing if no one matches anymore, even before the next check', async () => {
    await scene.patch(oak.id, { students: [] }, { actor: scene.admin });
    const { lists } = await openDuplicatePair(ctxOf(scene.admin), { id: elm.id, otherId: oak.id });
    expect(lists.map(({ students }) => students)).toEqual([[], []]);
    expect(await disclosures()).toEqual([]);
  });

  it('is refused to staff, even of both schools, and to strangers as if it did not exist', async () => {
    const mine = await scene.draft({ students: [ANN] });
    const pair = { id: mine.id, otherId: elm.id };
    expect(await refusalOf(openDuplicatePair(ctxOf(scene.counselor), pair))).toEqual(new Forbidden());
    for (const actor of scene.strangers) {
      expect(await refusalOf(openDuplicatePair(ctxOf(actor), pair))).toEqual(new NotFound());
    }
    expect(await disclosures()).toEqual([]);
  });

  it('is not found for one designation, or for two years', async () => {
    const last = await makeYear(orm, { year: year.year - 1, status: 'INACTIVE' });
    const earlier = await designate('Ash High', [ANN], last.id);
    for (const otherId of [elm.id, earlier.id]) {
      const attempt = openDuplicatePair(ctxOf(scene.admin), { id: elm.id, otherId });
      expect(await refusalOf(attempt)).toEqual(new NotFound());
    }
  });
});
