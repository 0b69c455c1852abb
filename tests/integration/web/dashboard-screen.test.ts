import { expect, it } from 'vitest';
import { loader as loadDashboard } from '#app/routes/web/dashboard/dashboard.tsx';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { openOrm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();

it('the dashboard shows a short list to people of many schools, unless the URL requests the whole list', async () => {
  const counting = await openCountingOrm(database.url);
  const { orm } = counting;
  const years = [];
  for (let number = 2020; number <= 2026; number += 1) {
    years.push(await makeYear(orm, { year: number, status: number === 2026 ? 'ACTIVE' : 'INACTIVE' }));
  }
  const schools: string[] = [];
  while (schools.length < 30) schools.push((await makeSchool(orm)).id);
  const { user } = await makeCounselor(orm, schools);
  for (const { id: academicYearId, year } of years) {
    if (year === 2026) continue;
    for (const highSchoolId of schools) {
      await makeDesignation(orm, { highSchoolId, academicYearId, submittedById: user.id });
    }
  }

  const open = async (path: string) => {
    const args = await screenArgs({ orm, user, path });
    const responses = { links: 0, unstarted: 0, names: 0, rows: 0, statements: 0 };
    responses.statements = await counting.count(async () => {
      const [shell, dashboard] = await Promise.all([loadShell(args), loadDashboard(args)]);
      responses.links = shell.data.pastDesignations.flatMap(({ designations }) => designations).length;
      responses.unstarted = dashboard.data.unstarted.length;
      responses.names = dashboard.data.schoolNames.length;
      responses.rows = dashboard.data.allDesignations.length;
      expect(shell.data.pastDesignations.map(({ year, total }) => [year, total])).toEqual(
        [2025, 2024, 2023, 2022, 2021].map((year) => [year, 30]),
      );
      expect([dashboard.data.totals, dashboard.data.designationCount]).toEqual([
        { unstarted: 30, started: 0, pending: 0 },
        180,
      ]);
    });
    return responses;
  };
  await open('/');
  const short = { links: 50, unstarted: 10, names: 30, rows: 25, statements: 8 };
  expect(await open('/')).toEqual(short);
  expect(await open('/?all=unstarted')).toEqual({ ...short, unstarted: 30 });
  expect(await open('/?all=everything')).toEqual(short);
  await orm.close(true);
});

it('50 people open the dashboard at once over one database connection, so no read waits for another one of its request', async () => {
  const orm = await openOrm(database.url, { poolMax: 1 });
  const { id: schoolId } = await makeSchool(orm);
  const [admin, { user: counselor }] = [await makeAdmin(orm), await makeCounselor(orm, [schoolId])];
  const requests = [];
  for (let number = 0; number < 50; number += 1) {
    const user = number % 2 === 0 ? admin : counselor;
    requests.push(await screenArgs({ orm, user, path: '/' }));
  }
  const pages = await Promise.all(
    requests.map(async (args) => {
      const [shell, dashboard] = await Promise.all([loadShell(args), loadDashboard(args)]);
      return [shell.data.isAdmin, dashboard.data.schoolNames.length];
    }),
  );
  expect(pages).toEqual(requests.map((_request, index) => (index % 2 === 0 ? [true, 0] : [false, 1])));
  await orm.close(true);
});
