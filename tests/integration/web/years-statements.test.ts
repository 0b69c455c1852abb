import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { loader as loadShell } from '#app/routes/web/shell.tsx';
import { loader as loadRollover } from '#app/routes/web/years/rollover.tsx';
import { loader as loadYear } from '#app/routes/web/years/year-details.tsx';
import { loader as loadYears } from '#app/routes/web/years/years.tsx';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

const database = useDatabase();
let counting: CountingOrm;
let year: MadeYear;
let admin: MadeUser;

beforeAll(async () => {
  counting = await openCountingOrm(database.url);
  year = await makeYear(counting.orm);
  admin = await makeAdmin(counting.orm);
});
afterAll(() => counting.orm.close(true));

async function addRows(number: number): Promise<void> {
  const { orm } = counting;
  await makeYear(orm, { year: 2000 + number, status: 'INACTIVE' });
  const school = await makeSchool(orm);
  await makeDesignation(orm, { highSchoolId: school.id, academicYearId: year.id, submittedById: admin.id });
  await makeExtension(orm, { academicYearId: year.id, highSchoolId: school.id, dueAt: new Date() });
}

async function open(
  path: string,
  load: (args: LoaderFunctionArgs) => Promise<unknown>,
  id = '',
): Promise<number> {
  const args = { ...(await screenArgs({ orm: counting.orm, user: admin, path })), params: { id } };
  return counting.count(() => Promise.all([loadShell(args), load(args)]));
}

const openAll = async () => ({
  years: await open('/years', loadYears),
  year: await open(`/years/${year.id}`, loadYear, year.id),
  rollover: await open('/years/rollover', loadRollover),
});

it('the screens of years use as many statements with one row as with three', async () => {
  await addRows(1);
  await openAll();
  const taken = { years: 10, year: 8, rollover: 20 };
  expect(await openAll()).toEqual(taken);
  await addRows(2);
  await addRows(3);
  expect(await openAll()).toEqual(taken);
});
