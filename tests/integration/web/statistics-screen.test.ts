import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { groupHref } from '#app/components/statistics/statistics-url.ts';
import { STATISTICS_YEARS } from '#app/config/constants.ts';
import { loader } from '#app/routes/web/statistics/statistics.tsx';
import { StatisticsScreenSchema } from '#app/schemas/statistics.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { screenArgs } from '#tests/support/screen-args.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let admin: MadeUser;

beforeAll(async () => {
  const { orm } = rest;
  admin = await makeAdmin(orm);
  const school = await makeSchool(orm);
  const { user } = await makeCounselor(orm, [school.id]);
  for (let back = 0; back < STATISTICS_YEARS + 1; back += 1) {
    const year = await makeYear(orm, { year: 2026 - back, status: back === 0 ? 'ACTIVE' : 'INACTIVE' });
    await makeDesignation(orm, {
      highSchoolId: school.id,
      academicYearId: year.id,
      submittedById: user.id,
      status: 'APPROVED',
    });
  }
});

const open = async (path: string) =>
  z
    .object({ data: StatisticsScreenSchema })
    .parse(await loader(await screenArgs({ orm: rest.orm, user: admin, path }))).data;

it('the page of statistics shows the newest years first, and the others on the next page', async () => {
  const first = await open('/statistics');
  expect(first.rows.map(({ name }) => name)).toEqual(['2026', '2025', '2024', '2023', '2022']);
  const next = await open('/statistics?page=2');
  expect(next.rows.map(({ name }) => name)).toEqual(['2021']);
  expect([first.total, next.total]).toEqual([STATISTICS_YEARS + 1, STATISTICS_YEARS + 1]);
});

it('the page of statistics says which return reasons are counted if there are more pages', async () => {
  const page = await scriptlessPage(rest, admin);
  await page.goto('/statistics');
  expect(page.text()).toContain('Counts only the years on this page.');
  await page.goto('/statistics?by=school');
  expect(page.text()).toContain('Reasons for returns');
  expect(page.text()).not.toContain('on this page.');
});

it('the page of statistics counts the schools of every year only on request', async () => {
  const { years } = await open('/statistics');
  const activeYearId = years.find(({ isActive }) => isActive)?.id ?? '';
  const fromYears = groupHref(new URLSearchParams(), { from: 'year', to: 'school', activeYearId });
  expect(fromYears).toBe(`/statistics?by=school&academicYearId=${activeYearId}`);
  expect((await open(fromYears)).rows).toMatchObject([{ submitted: 1 }]);
  const ofAllYears = new URLSearchParams({ by: 'school' });
  const toCities = groupHref(ofAllYears, { from: 'school', to: 'city', activeYearId });
  expect(toCities).toBe('/statistics?by=city');
  expect((await open(toCities)).rows).toMatchObject([{ submitted: STATISTICS_YEARS + 1 }]);
});
