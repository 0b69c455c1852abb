import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { screenBuild } from '#tests/support/screen-build.server.ts';

const screens = useRest({ build: screenBuild });

const ROUTE = 'routes/web/designations/designation-details';
const NeighborSchema = z.object({ id: z.string() }).nullable();
const ScreenSchema = z.object({
  loaderData: z.object({
    [ROUTE]: z.object({ neighbors: z.object({ previous: NeighborSchema, next: NeighborSchema }) }),
  }),
});

it("a school's staff can open a designation from a list URL with filters for administrators only", async () => {
  const school = await makeSchool(screens.orm);
  const year = await makeYear(screens.orm);
  const { user } = await makeCounselor(screens.orm, [school.id]);
  const { id } = await makeDesignation(screens.orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id, status: 'PENDING' },
  });
  const { id: adminId } = await makeAdmin(screens.orm);
  for (const reader of [await screens.as(adminId), await screens.as(user.id)]) {
    const page = await reader.get(`/designations/${id}?warnings=AGE`);
    expect(page).toMatchObject({ status: 200, body: { errors: null } });
  }
});

it('without a list, a designation leads administrators to the others of its year, and staff to none', async () => {
  const { orm } = screens;
  const { id: adminId } = await makeAdmin(orm);
  const schools = [];
  for (const name of ['Aspen High', 'Birch High', 'Cedar High'])
    schools.push(await makeSchool(orm, { name }));
  const { user } = await makeCounselor(
    orm,
    schools.map(({ id }) => id),
  );
  const ids: string[][] = [];
  for (const number of [2031, 2030]) {
    const { id: academicYearId } = await makeYear(orm, { year: number, status: 'INACTIVE' });
    const made = schools.map(({ id: highSchoolId }) =>
      makeDesignation(orm, { highSchoolId, academicYearId, submittedById: user.id, status: 'PENDING' }),
    );
    ids.push((await Promise.all(made)).map(({ id }) => id));
  }
  const [now = [], past = []] = ids;
  const neighborsOf = async (readerId: string, query = '') => {
    const page = await (await screens.as(readerId)).get(`/designations/${now[1]}${query}`);
    const { neighbors } = ScreenSchema.parse(page.body).loaderData[ROUTE];
    return [neighbors.previous?.id ?? null, neighbors.next?.id ?? null];
  };
  expect(await neighborsOf(adminId)).toEqual([now[0], now[2]]);
  expect(await neighborsOf(adminId, '?academicYearId=all')).toEqual([past[0], past[1]]);
  expect(await neighborsOf(user.id)).toEqual([null, null]);
  expect(await neighborsOf(user.id, '?academicYearId=all')).toEqual([null, null]);
});
