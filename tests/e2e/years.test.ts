import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;

beforeAll(async () => {
  admin = await makeAdmin(bench.orm);
  const school = await makeSchool(bench.orm, { name: 'Aspen High' });
  await makeDesignation(bench.orm, {
    highSchoolId: school.id,
    academicYearId: bench.year.id,
    submittedById: admin.id,
    status: 'PENDING',
  });
});

const statuses = async () =>
  (await storedRows(bench.orm, AcademicYearEntity, ['year', 'status'], { orderBy: { year: 'asc' } })).map(
    ({ year, status }) => `${year} ${status}`,
  );
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent ?? document.activeElement?.tagName);

/** Types a date and time by keyboard: month, day, year, hour, minute, AM or PM. */
async function typeTime(page: Page, field: Locator, keys: string) {
  await field.blur();
  await field.focus();
  await page.keyboard.type(keys);
}

describe('academic years', () => {
  it('are added, made active, and rolled over after a question, by keyboard', async () => {
    const page = await bench.pageOf(admin);
    await page.goto('/years');
    await waitForHydration(page);
    await expectNoAxeViolations(page);

    const addYear = page.getByRole('button', { name: 'Add Year', exact: true });
    await addYear.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add Year' });
    expect(await dialog.getByLabel('Year').inputValue()).toBe(
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/Anchorage', year: 'numeric' }).format(),
    );
    await dialog.getByLabel('Year').fill('1800');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter a year between 1900 and 2999.').waitFor();
    expect(bench.browser.takeComplaints()).toEqual([]);
    await dialog.getByLabel('Year').fill('2026');
    await expect.poll(() => dialog.getByText('Enter a year between 1900 and 2999.').count()).toBe(0);
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alertdialog');
    await alert.getByText('The 2026 academic year already exists.', { exact: true }).waitFor();
    expect(bench.browser.takeComplaints().join()).toContain('409');
    await expect.poll(() => focusedName(page)).toBe('OK');
    await page.keyboard.press('Enter');
    await alert.waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('Year').inputValue()).toBe('2026');
    await dialog.getByLabel('Year').fill('2025');
    await page.keyboard.press('Enter');
    await alert.getByText('Successfully added year 2025', { exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('OK');
    await page.keyboard.press('Enter');
    await alert.waitFor({ state: 'hidden' });
    await dialog.waitFor({ state: 'hidden' });
    expect(await focusedName(page)).toBe('Add Year');
    expect(await statuses()).toEqual(['2025 INACTIVE', '2026 ACTIVE']);

    await page.getByRole('radio', { name: '2026' }).press('ArrowDown');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const makeActive = page.getByRole('alertdialog', { name: 'Make 2025 the active year?' });
    await makeActive
      .getByText(
        'Schools will no longer be able to start designations for 2026. 1 open designation can still be finished.',
        {
          exact: true,
        },
      )
      .waitFor();
    await expectNoAxeViolations(page);
    expect(await focusedName(page)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await makeActive.waitFor({ state: 'hidden' });
    expect(await statuses()).toEqual(['2025 INACTIVE', '2026 ACTIVE']);
    expect(await page.getByRole('radio', { name: '2025' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await makeActive.getByRole('button', { name: 'Make 2025 active' }).press('Enter');
    await page.getByText('Changes saved!', { exact: true }).waitFor();
    expect(await statuses()).toEqual(['2025 ACTIVE', '2026 INACTIVE']);
    await page.getByRole('radio', { name: '2025' }).press('ArrowUp');
    await page.getByRole('link', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => page.getByRole('radio', { name: '2025' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: '2025' }).press('ArrowUp');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await alert
      .getByText('Schools will no longer be able to start designations for 2025.', { exact: true })
      .waitFor();
    await alert.getByRole('button', { name: 'Make 2026 active' }).press('Enter');
    await expect.poll(statuses).toEqual(['2025 INACTIVE', '2026 ACTIVE']);
    await alert.waitFor({ state: 'hidden' });

    await page.getByRole('link', { name: 'Roll over to 2027…' }).press('Enter');
    await page.getByText('The 2027 academic year will be added and become active.').waitFor();
    await expectNoAxeViolations(page);
    const beginning = page.getByRole('alertdialog', { name: 'Begin the 2027 academic year?' });
    await page.getByRole('button', { name: 'Begin 2027' }).press('Enter');
    expect(await beginning.innerText()).toContain(
      'Schools will no longer be able to start designations for 2026. 1 open designation can still be finished.',
    );
    await page.keyboard.press('Escape');
    expect(await statuses()).toEqual(['2025 INACTIVE', '2026 ACTIVE']);
  });

  it('are dated and extended by keyboard, and ask before unsaved dates and extensions are discarded', async () => {
    const page = await bench.pageOf(admin);
    await page.goto(`/years/${bench.year.id}`);
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    const opens = page.getByLabel('Opens');
    const due = page.getByRole('region', { name: 'Dates' }).getByLabel('Due', { exact: true });
    await typeTime(page, opens, '110120260130AM');
    await page.getByText('This time occurs twice because daylight saving time ends in this hour.').waitFor();
    await typeTime(page, opens, '090120260800AM');
    await page.getByText('Selected: Sep 1, 2026, 8:00 AM AKDT.').waitFor();
    await typeTime(page, due, '080120261159PM');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText("The due date can't be before the opening date.").waitFor();
    expect(bench.browser.takeComplaints().join()).toContain('400');
    expect(await opens.inputValue()).toBe('2026-09-01T08:00');
    await typeTime(page, due, '1130');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Save dates' }).press('Enter');
    await page.getByText('Changes saved!', { exact: true }).waitFor();
    await page.getByText('Selected: Nov 30, 2026, 11:59 PM AKST.').waitFor();

    await page.getByLabel('High school name').pressSequentially('aspen');
    const extension = page.getByRole('region', { name: 'Grant an extension' });
    await typeTime(page, extension.getByLabel('Due'), '121420991159PM');
    await extension.getByLabel('Reason').pressSequentially('Snow');
    await page.keyboard.press('Enter');
    await page.getByText('Aspen High now has an extension.').waitFor();
    const row = page.getByRole('row', { name: /Aspen High/ });
    expect(await row.getByText('Dec 14, 2099,').isVisible()).toBe(true);
    expect(await extension.getByLabel('Reason').inputValue()).toBe('');
    await row.getByRole('button', { name: 'Revoke the extension for Aspen High' }).press('Enter');
    const alert = page.getByRole('alertdialog');
    expect(await alert.innerText()).toContain('Revoke the extension for Aspen High?');
    await alert.getByRole('button', { name: 'Revoke extension' }).press('Enter');
    await page.getByText('The extension was revoked.').waitFor();

    for (const field of [opens, extension.getByLabel('Due')]) {
      const value = await field.inputValue();
      await field.fill('2026-09-02T08:00');
      await page.getByRole('link', { name: 'About' }).click();
      await alert.getByText('Your changes have not been saved. Do you want to leave?').waitFor();
      await alert.getByRole('button', { name: 'Keep editing' }).click();
      await alert.waitFor({ state: 'hidden' });
      expect(await field.inputValue()).toBe('2026-09-02T08:00');
      await field.fill(value);
    }
    await opens.fill('2026-09-02T08:00');
    await page.getByRole('link', { name: 'About' }).click();
    await alert.getByRole('button', { name: 'Leave page' }).click();
    await opens.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/about');
  });
});
