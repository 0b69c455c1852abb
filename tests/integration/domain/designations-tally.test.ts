import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getListPage } from '#app/domain/designations/list-page.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const SCHOOLS = 12;

const database = useDatabase();
let orm: Orm;
let schools: MadeSchool[];
let year: MadeYear;
let other: MadeYear;
let submittedById: string;

beforeAll(async () => {
  orm = await openOrm(database.url, { poolMax: SCHOOLS });
  submittedById = (await makeAdmin(orm)).id;
  year = await makeYear(orm);
  other = await makeYear(orm, { year: 2025, status: 'INACTIVE' });
  schools = await Promise.all(Array.from({ length: SCHOOLS }, () => makeSchool(orm)));
  for (const school of schools.slice(0, 3)) await designate(school, other);
});
afterAll(() => orm.close(true));

const designate = (school: MadeSchool, { id: academicYearId }: MadeYear) =>
  makeDesignation(orm, { highSchoolId: school.id, academicYearId, submittedById });
const totalOf = async (filter: { academicYearId?: string }) =>
  (await getListPage(makeCtx({ orm }), filter)).panel.total;
const totals = async () => [await totalOf({}), await totalOf({ academicYearId: year.id })];

describe('the tally of a year', () => {
  it('counts concurrent inserts, deletes, and rollbacks', async () => {
    expect(await totals()).toEqual([3, 0]);
    const made = await Promise.all(schools.map((school) => designate(school, year)));
    expect(await totals()).toEqual([15, 12]);
    await expect(
      orm.em.fork().transactional(async (em) => {
        await em.nativeDelete(DesignationEntity, {});
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    expect(await totals()).toEqual([15, 12]);
    const [first, second] = made;
    await orm.em.fork().nativeDelete(DesignationEntity, { id: { $in: [first?.id ?? '', second?.id ?? ''] } });
    expect(await totals()).toEqual([13, 10]);
    await orm.em.fork().execute('truncate designation cascade');
    expect(await totals()).toEqual([0, 0]);
  });

  it("is correct because a designation can't change its year", async () => {
    const { id } = await designate(schools[0] as MadeSchool, year);
    const move = orm.em.fork().nativeUpdate(DesignationEntity, { id }, { academicYear: other.id });
    await expect(move).rejects.toThrow('a designation stays in its year');
  });
});
