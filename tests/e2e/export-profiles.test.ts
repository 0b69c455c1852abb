import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { ExportProfileEntity } from '#db/entities/export-profile.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { useReviewList } from '#tests/support/review-list.server.ts';

const bench = useDesignateApp();
const list = useReviewList(bench);

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.context().waitForEvent('download'), press()]);
  return download;
}

async function cellsOf(download: Download) {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  return sheets[0]?.rows ?? [];
}

const unmarkAll = () => bench.orm.em.fork().nativeUpdate(DesignationEntity, {}, { downloadedAt: null });

describe('an export profile', () => {
  it('is created with columns in a chosen order, used for a download, and deleted; what is new is downloaded in one click', async () => {
    const page = await bench.pageOf(list.admin);
    await page.goto('/designations/profiles');
    await waitForHydration(page);

    await page.getByRole('button', { name: 'Create export profile' }).click();
    await page.getByText('Choose at least one column.').first().waitFor();
    expect(bench.browser.takeComplaints()).toEqual([]);
    await expectNoAxeViolations(page);
    await page.getByLabel('Name', { exact: true }).fill('Banner');
    await page.getByRole('checkbox', { name: 'school name' }).check();
    await page.getByRole('checkbox', { name: 'year' }).check();
    const up = page.getByRole('button', { name: 'Move school name up' });
    await up.click();
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText('school name is now in position 2.').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Create export profile' }).click();
    await page.getByText('The export profile has been created.').waitFor();
    expect(await page.getByRole('row', { name: 'Banner' }).getByRole('cell').nth(0).textContent()).toBe(
      'school name, year',
    );

    await unmarkAll();
    await page.goto('/designations');
    await waitForHydration(page);
    const button = page.getByRole('link', { name: 'Download new designations' });
    const received = await downloaded(page, () => button.click());
    expect(received.suggestedFilename()).toMatch(/\.csv$/);
    await received.path();
    await expect.poll(() => button.count()).toBe(0);

    await unmarkAll();
    await page.getByText('Download selected columns').click();
    await page.getByLabel('Columns').selectOption('Banner');
    await page.getByLabel('Only designations that were never downloaded').check();
    const file = await downloaded(page, () => page.getByRole('button', { name: 'Download Excel' }).click());
    expect(file.suggestedFilename()).toMatch(/^designations-\d{4}-\d\d-\d\d\.xlsx$/);
    const [header, ...rows] = await cellsOf(file);
    expect(header).toEqual(['school name', 'year']);
    expect(rows.length).toBeGreaterThan(0);

    await page.getByRole('link', { name: 'Manage export profiles' }).click();
    await page.getByRole('link', { name: 'Banner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Delete export profile' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete export profile' }).click();
    await page.getByText('The export profile has been deleted.').waitFor();
    expect(await bench.orm.em.fork().count(ExportProfileEntity)).toBe(0);
  });
});
