import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, useDesignateApp } from '#tests/support/designate-app.server.ts';

const PHONE = { viewport: { width: 375, height: 740 } };
const NAMES = ['Cedar High', 'Alder High', 'Birch High'];

const bench = useDesignateApp();
let admin: MadeUser;
let ids: string[];

/** Pending designations in the order of NAMES. */
beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm);
  const { user } = await makeCounselor(orm, []);
  ids = [];
  for (const [index, name] of NAMES.entries()) {
    const { id } = await makeDesignation(orm, {
      highSchoolId: (await makeSchool(orm, { name })).id,
      academicYearId: year.id,
      submittedById: user.id,
      status: 'PENDING',
      classSize: 10,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
      createdAt: new Date(Date.UTC(2026, 1, index + 1)),
      updatedAt: new Date(Date.UTC(2026, 1, index + 1)),
    });
    ids.push(id);
  }
});

const nav = (page: Page) => page.getByRole('navigation', { name: 'Designations in the review queue' });

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click();

describe('the review queue', () => {
  it('goes from the list through all pending designations to its end, on a phone', async () => {
    await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: { $in: ids } }, { status: 'PENDING' });
    const page = await bench.pageOf(admin, PHONE);
    await page.goto('/designations');
    await page.getByRole('link', { name: 'Review 3 designations' }).click();
    await expectStep(page, 'Cedar High');
    await nav(page).getByText('1 of 3 · 3 left').waitFor();
    await nav(page).getByRole('link', { name: 'Next: Alder High 2026' }).click();
    await expectStep(page, 'Alder High');
    await approve(page);
    await expectStep(page, 'Birch High');
    await nav(page).getByText('3 of 3 · 2 left').waitFor();
    await approve(page);
    await expectStep(page, 'Cedar High');
    await page
      .getByText('Birch High 2026 is now Approved. This is the next designation in the review queue.')
      .waitFor();
    await nav(page).getByText('1 of 3 · 1 left').waitFor();
    await nav(page).getByRole('link', { name: 'Next: Alder High 2026' }).click();
    await nav(page).getByText('2 of 3 · 1 left').waitFor();
    await nav(page).getByRole('link', { name: 'Previous: Cedar High 2026' }).click();
    await expectStep(page, 'Cedar High');
    await approve(page);
    await expectStep(page, 'Review queue');
    await page.getByText('Cedar High 2026 is now Approved.', { exact: true }).waitFor();
    await page.getByText('All 3 designations in this queue have been reviewed.').waitFor();
    await page.getByText('Approved: 3').waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Back to designations' }).click();
    await expectStep(page, 'Designations');
    await page.getByText('Nothing to review').waitFor();
    await page.goto('/designations/review');
    await page.getByText('Nothing to review').waitFor();
    expect(new URL(page.url()).pathname).toBe('/designations/review');
  });

  it("undoes the last decision by its key on the queue's last page", async () => {
    await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: { $in: ids } }, { status: 'APPROVED' });
    await bench.orm.em.fork().nativeUpdate(DesignationEntity, { id: ids[0] ?? '' }, { status: 'PENDING' });
    const page = await bench.pageOf(admin);
    await page.goto('/designations/review');
    await expectStep(page, 'Cedar High');
    await approve(page);
    await expectStep(page, 'Review queue');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByText('Undo the last decision').waitFor();
    expect(await page.locator('.shortcut-keys kbd').allInnerTexts()).toEqual(['U', '?']);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('u');
    await expectStep(page, 'Cedar High');
    await page.getByText('The status is Pending again.').waitFor();
    const cedar = await bench.orm.em.fork().findOneOrFail(DesignationEntity, { id: ids[0] });
    expect(cedar.status).toBe('PENDING');
  });
});
