import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const DAY_MS = 86_400_000;
const NAMES = ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High'] as const;
const FIGURES = ['Active schools', 'Students so far', 'Submissions by week'] as const;

let birch: string;

beforeAll(async () => {
  const { orm, year } = bench;
  const dueAt = new Date(Date.now() + 2 * DAY_MS);
  await orm.em.fork().nativeUpdate(AcademicYearEntity, { id: year.id }, { dueAt });
  const last = await makeYear(orm, {
    year: 2025,
    status: 'INACTIVE',
    dueAt: new Date(dueAt.getTime() - 364 * DAY_MS),
  });
  for (const [index, name] of NAMES.entries()) {
    const school = await makeSchool(orm, { name });
    const { user } = await makeCounselor(orm, [school.id], {
      email: `${name.toLowerCase().slice(0, 3)}@example.org`,
    });
    const target = { highSchoolId: school.id, submittedById: user.id };
    const { id } = await makeDesignation(orm, {
      ...target,
      academicYearId: last.id,
      status: 'APPROVED',
      students: index + 1,
    });
    const at = new Date(dueAt.getTime() - (364 + 7 * index) * DAY_MS);
    await makeEvent(orm, at, { kind: 'designation.submitted', subject: ['DESIGNATION', id] });
    if (name === 'Birch High') birch = school.id;
    if (name === 'Cedar High') {
      await makeDesignation(orm, { ...target, academicYearId: year.id, status: 'APPROVED', students: 2 });
    }
  }
});

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function numbersOf(page: Page, name: string): Promise<string[]> {
  const rows = await page.getByRole('table', { name, exact: true }).getByRole('row').allInnerTexts();
  return rows.slice(1).map((row) => row.replace(/\s+/g, ' ').trim());
}

const painted = (page: Page, name: string) =>
  figure(page, name)
    .locator('canvas')
    .evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0;
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });

const isTall = (height: number) => height > 10;

const BARS = ['Active schools', 'Students so far'] as const;

const NUMBERS = {
  'Active schools': ['Not started 3', 'Started 0', 'Pending 0', 'Returned 0', 'Approved 1', 'Rejected 0'],
  'Students so far': ['2026 so far 2', '2025 at this time 9', '2025 final 10'],
  'Submissions by week': ['3 weeks before 0 1', '2 weeks before 0 2', '1 week before 0 3', 'Due week 0 4'],
};

describe("the administrators' home", () => {
  it("shows charts with tables, and opens a year's designations from a click on its line, or from a link", async () => {
    const page = await bench.pageOf(await makeAdmin(bench.orm));
    await page.goto('/');
    await waitForHydration(page);
    await expect.poll(() => painted(page, 'Submissions by week')).toBeGreaterThan(1_000);
    const heights = [];
    for (const name of BARS) heights.push((await figure(page, name).boundingBox())?.height);
    expect(heights[0]).toBe(heights[1]);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1000 });
    for (const name of FIGURES) {
      const row = figure(page, name).getByRole('row').last();
      expect([name, (await row.boundingBox())?.height ?? 0]).toEqual([name, expect.toSatisfy(isTall)]);
    }
    const cutOff = await page
      .locator('.table-frame')
      .evaluateAll(
        (frames) => frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cutOff).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const name of FIGURES) {
      const summary = figure(page, name).locator('summary');
      await summary.focus();
      await page.keyboard.press('Enter');
      expect(await numbersOf(page, name)).toEqual(NUMBERS[name]);
    }
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect.poll(() => painted(page, 'Submissions by week')).toBeGreaterThan(1_000);
    await page.setViewportSize({ width: 375, height: 740 });
    await expectNoAxeViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);

    await page.setViewportSize({ width: 1280, height: 720 });
    const lines = figure(page, 'Submissions by week');
    await lines.locator('canvas').click();
    await page.waitForURL(/\/designations\?academicYearId=[\w-]+&status=PENDING/);
    await page.getByRole('table', { name: 'Designations' }).waitFor();
    await page.goBack();
    await page.getByRole('table', { name: 'Designations' }).waitFor({ state: 'detached' });
    await expect.poll(() => painted(page, 'Submissions by week')).toBeGreaterThan(1_000);
    await lines.getByRole('link', { name: String(bench.year.year) }).press('Enter');
    await page.waitForURL(new RegExp(`academicYearId=${bench.year.id}`));
    await page.goto(`/outstanding-schools?schoolIds=${birch}`);
    await page.getByText('You can email 1 person').waitFor();
    await expectNoAxeViolations(page);
  });
});
