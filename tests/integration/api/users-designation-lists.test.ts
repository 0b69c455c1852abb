import { expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });

it('lists of a year, a school and a user take the same number of statements for one designation as for three', async () => {
  const school = await makeSchool(rest.orm);
  const { user } = await makeCounselor(rest.orm, [school.id]);
  const admin = await rest.as((await makeAdmin(rest.orm)).id);
  const year = await makeYear(rest.orm);
  const designate = async (highSchoolId: string, academicYearId: string) =>
    makeDesignation(rest.orm, { highSchoolId, academicYearId, submittedById: user.id, students: 1 });
  const paths = {
    year: `/api/academicYears/${year.id}/designations`,
    school: `/api/highschools/${school.id}/designations`,
    user: `/api/users/${user.id}/designations`,
  };
  const counts = async () => ({
    year: await rest.countStatements(() => admin.get(paths.year)),
    school: await rest.countStatements(() => admin.get(paths.school)),
    user: await rest.countStatements(() => admin.get(paths.user)),
  });
  await designate(school.id, year.id);
  const withOne = await counts();
  for (const number of [2024, 2025]) {
    const older = await makeYear(rest.orm, { year: number, status: 'INACTIVE' });
    await designate(school.id, older.id);
    await designate((await makeSchool(rest.orm)).id, year.id);
  }
  const rows = async (path: string) => ((await admin.get(path)).body as unknown[]).length;
  expect([await rows(paths.year), await rows(paths.school), await rows(paths.user)]).toEqual([3, 3, 5]);
  const literal = { year: 3, school: 3, user: 3 };
  expect({ withOne, withMore: await counts() }).toEqual({ withOne: literal, withMore: literal });
});
