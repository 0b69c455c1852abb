import { expect, it } from 'vitest';
import { loader as loadDashboard } from '#app/routes/web/dashboard/dashboard.tsx';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
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
    const answers = { links: 0, unstarted: 0, names: 0, rows: 0, statements: 0 };
    answers.statements = await counting.count(async () => {
      const [shell, dashboard] = await Promise.all([loadShell(args), loadDashboard(args)]);
      answers.links = shell.data.pastDesignations.flatMap(({ designations }) => designations).length;
      answers.unstarted = dashboard.data.unstarted.length;
      answers.names = dashboard.data.schoolNames.length;
      answers.rows = dashboard.data.allDesignations.length;
      expect(shell.data.pastDesignations.map(({ year, total }) => [year, total])).toEqual(
        [2025, 2024, 2023, 2022, 2021].map((year) => [year, 30]),
      );
      expect([dashboard.data.totals, dashboard.data.designationCount]).toEqual([
        { unstarted: 30, started: 0, pending: 0 },
        180,
      ]);
    });
    return answers;
  };
  await open('/');
  const short = { links: 50, unstarted: 10, names: 30, rows: 25, statements: 8 };
  expect(await open('/')).toEqual(short);
  expect(await open('/?all=unstarted')).toEqual({ ...short, unstarted: 30 });
  expect(await open('/?all=everything')).toEqual(short);
  await orm.close(true);
});
