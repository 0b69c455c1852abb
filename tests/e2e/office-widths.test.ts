import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { changeOfficeSettings } from '#app/domain/settings/office-settings.server.ts';
import { DesignationPatchSchema } from '#app/schemas/designation.ts';
import { VIEW_LISTS } from '#app/schemas/view-lists.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { pngOf } from '#tests/fixtures/logo-images.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDesignateApp, waitForHydration } from '#tests/support/designate-app.server.ts';

const bench = useDesignateApp();
const LAPTOP = { width: 1024, height: 768 };
const PHONE = { width: 375, height: 740 };

let admin: MadeUser;
let counselor: MadeUser;
let disclosures: string;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { email: 'marian.whitfield@scholars.example.org' });
  const school = await makeSchool(orm, { name: 'Prince of Wales High School' });
  ({ user: counselor } = await makeCounselor(orm, [school.id]));
  const { id, students } = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const ctx = makeCtx({ orm, actor: actorOf(admin), now: () => new Date(), channel: 'BROWSER' });
  await getDesignation(ctx, id);
  disclosures = `/designations/${id}/students/${students[0]?.id}/disclosures`;
  const reasons = ['CLASS_SIZE', 'ADDRESS', 'STUDENT_DETAILS'];
  const patch = DesignationPatchSchema.parse({ status: 'RETURNED', reasons, note: 'Please check.' });
  await patchDesignation(ctx, { id, patch, ifMatch: null });
  await changeOfficeSettings(ctx, { patch: { logoImage: pngOf(400, 100) }, ifMatch: null });
});

async function expectNarrowTables(page: Page, path: string): Promise<void> {
  const frames = page.locator('.table-frame');
  expect(await frames.count(), path).toBeGreaterThan(0);
  const hidden = await frames.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(
    hidden.filter((pixels) => pixels > 0),
    path,
  ).toEqual([]);
  const widths = await page
    .locator('td:has(.text-break)')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(
    widths.filter((width) => width < 100),
    path,
  ).toEqual([]);
}

/** Checks the buttons of the bar, next to a wide logo. */
async function expectSeparateBarButtons(page: Page): Promise<void> {
  const boxes = await page
    .getByRole('banner')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .map((button) => button.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right, width }) => ({ left, right, width })),
    );
  expect(boxes.length).toBeGreaterThan(0);
  expect(boxes.filter(({ width }) => width < 24)).toEqual([]);
  const overlaps = boxes.filter(({ right }, index) => (boxes[index + 1]?.left ?? Infinity) < right);
  expect(overlaps).toEqual([]);
}

it('in dark mode, tables hide nothing and have no column of single letters, and the account button stays beside the menu, on a laptop and a phone', async () => {
  const page = await bench.pageOf(admin, { viewport: LAPTOP, colorScheme: 'dark' });
  for (const path of ['/statistics', '/statistics?by=school', '/audit', disclosures, '/']) {
    await page.setViewportSize(LAPTOP);
    await page.goto(path);
    await expectNarrowTables(page, path);
    if (path === '/') await expectSeparateBarButtons(page);
    await page.setViewportSize(PHONE);
    await expectNarrowTables(page, path);
    await expectNoAxeViolations(page);
  }
  await expectSeparateBarButtons(page);
});

it('in dark mode, every list opens its filters as wide as the list, and its views within it, on a laptop and a phone', async () => {
  const name = 'Newest first, for the meeting on Monday';
  const user = await makeAdmin(bench.orm);
  for (const list of VIEW_LISTS) {
    await makeSavedView(bench.orm, { userId: user.id, list, name, query: 'direction=asc' });
  }
  const page = await bench.pageOf(user, { viewport: LAPTOP, colorScheme: 'dark' });
  const spanOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox();
    return { left: box?.x ?? NaN, right: (box?.x ?? NaN) + (box?.width ?? NaN) };
  };
  for (const list of VIEW_LISTS) {
    await page.setViewportSize(LAPTOP);
    await page.goto(`/${list}?direction=asc`);
    await waitForHydration(page);
    if (list === 'users') await expectNarrowTables(page, list);
    await page.getByText(`View: ${name}`).click();
    for (const viewport of [LAPTOP, PHONE]) {
      await page.setViewportSize(viewport);
      const bar = await spanOf('.list-bar');
      const views = await spanOf('.list-menu-body');
      expect(views.left, list).toBeGreaterThanOrEqual(bar.left);
      expect(views.right, list).toBeLessThanOrEqual(bar.right);
    }
    if (list === VIEW_LISTS[0]) await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    if (list === 'users') await expectNarrowTables(page, list);
    await page.getByText('Filter', { exact: true }).click();
    for (const viewport of [PHONE, LAPTOP]) {
      await page.setViewportSize(viewport);
      const bar = await spanOf('.list-bar');
      const filters = await spanOf('.list-panels details[open] .card-body');
      expect(Math.round(filters.right - filters.left), list).toBeGreaterThanOrEqual(bar.right - bar.left - 2);
      if (viewport === PHONE) await expectNoAxeViolations(page);
    }
  }
});
