import { beforeAll, describe, expect, it } from 'vitest';
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

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { email: 'marian.whitfield@scholars.example.org' });
  const school = await makeSchool(orm, { name: 'Prince of Wales High School' });
  ({ user: counselor } = await makeCounselor(orm, [school.id]));
  const { id } = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: counselor.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const ctx = makeCtx({ orm, actor: actorOf(admin), now: () => new Date(), channel: 'BROWSER' });
  const reasons = ['CLASS_SIZE', 'ADDRESS', 'STUDENT_DETAILS'];
  const patch = DesignationPatchSchema.parse({ status: 'RETURNED', reasons, note: 'Please check.' });
  await patchDesignation(ctx, { id, patch, ifMatch: null });
  await changeOfficeSettings(ctx, { patch: { logoImage: pngOf(400, 100) }, ifMatch: null });
});

describe.each([LAPTOP, PHONE])('at a width of $width pixels, in dark mode', (viewport) => {
  it.each(['/statistics', '/statistics?by=school', '/audit', '/users', '/'])(
    '%s hides nothing beside a table, and has no column of single letters',
    async (path) => {
      const page = await bench.pageOf(admin, { viewport, colorScheme: 'dark' });
      await page.goto(path);
      const frames = page.locator('.table-frame');
      expect(await frames.count()).toBeGreaterThan(0);
      const hidden = await frames.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(hidden.filter((pixels) => pixels > 0)).toEqual([]);
      const widths = await page
        .locator('td:has(.text-break)')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
      expect(widths.filter((width) => width < 100)).toEqual([]);
      await expectNoAxeViolations(page);
    },
  );

  it.each(VIEW_LISTS)('/%s opens its filters as wide as the list, and its views within it', async (list) => {
    const name = 'Newest first, for the meeting on Monday';
    const user = await makeAdmin(bench.orm);
    await makeSavedView(bench.orm, { userId: user.id, list, name, query: 'direction=asc' });
    const page = await bench.pageOf(user, { viewport, colorScheme: 'dark' });
    await page.goto(`/${list}?direction=asc`);
    await waitForHydration(page);
    const spanOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return { left: box?.x ?? NaN, right: (box?.x ?? NaN) + (box?.width ?? NaN) };
    };
    const bar = await spanOf('.list-bar');
    await page.getByText(`View: ${name}`).click();
    const views = await spanOf('.list-menu-body');
    expect(views.left).toBeGreaterThanOrEqual(bar.left);
    expect(views.right).toBeLessThanOrEqual(bar.right);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await page.getByText('Filter', { exact: true }).click();
    const filters = await spanOf('.list-panels details[open] .card-body');
    expect(Math.round(filters.right - filters.left)).toBeGreaterThanOrEqual(bar.right - bar.left - 2);
    await expectNoAxeViolations(page);
  });

  it('the account button stays beside the menu button, next to a wide logo', async () => {
    const page = await bench.pageOf(admin, { viewport, colorScheme: 'dark' });
    await page.goto('/');
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
  });
});
