import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { expectStep, submit, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();

it('the receipt and a copy are opened after submitting, printed, and the copy downloaded on a phone', async () => {
  const { school, counselor } = await bench.newSchool();
  const made = await makeDesignation(bench.orm, {
    ...{ highSchoolId: school.id, academicYearId: bench.year.id, submittedById: counselor.id },
    ...{ classSize: 20, criteria: 'CUMULATIVE_GPA' },
    students: [
      { first: 'Ŭñï', last: 'Ωλ' },
      { first: 'Ben', last: 'Moss', middle: 'Ray' },
    ],
  });
  const reference = shortReference(2026, made.id);
  const page = await bench.pageOf(counselor, { viewport: { width: 375, height: 740 } });
  await bench.open(page, 'review', school);
  await submit(page);
  await expectStep(page, 'Submitted');
  await expectNoAxeViolations(page);
  await countPrints(page);
  await page.getByRole('region', { name: 'Receipt' }).getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => document.body.dataset['prints'])).toBe('1');
  await expectReceiptOnPaper(page, 'Submitted');

  await page.getByRole('link', { name: 'Printable copy' }).click();
  await expectStep(page, `Designation for ${school.name}`);
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
    '1. Ŭñï Ωλ',
    '2. Ben Ray Moss',
  ]);
  const main = page.getByRole('main');
  const shown = [
    reference,
    ...made.students.flatMap(({ email, phone, dateOfBirth }) => [email, phone, dateOfBirth]),
  ];
  const text = await main.innerText();
  expect(shown.filter((value) => !text.includes(value))).toEqual([]);

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('link').count()).toBe(0);
  expect(await page.getByText('Ŭñï Ωλ').isVisible()).toBe(true);
  const textColor = () => page.getByText(reference).evaluate((element) => getComputedStyle(element).color);
  const printedColor = await textColor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await textColor(), 'printed in the dark color scheme').toBe(printedColor);
  await page.emulateMedia({ media: 'screen' });
  expect(await textColor()).not.toBe(printedColor);
  await page.emulateMedia({ colorScheme: 'light' });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+-2026-designation\.pdf$/);
  const file = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  const { text: read } = await extractText(file, { mergePages: true });
  expect(read).toContain(reference);
  expect(read).toContain('1. Ŭñï Ωλ');
  const rows = await storedRows(bench.orm, DisclosureEntity, ['purpose', 'rowCount'], {
    where: { actor: counselor.id, purpose: { $in: ['designation.copy', 'designation.pdf'] } },
    orderBy: { purpose: 'asc' },
  });
  expect(rows).toEqual(['copy', 'pdf'].map((kind) => ({ purpose: `designation.${kind}`, rowCount: 2 })));

  await page.goto(`/designations/${made.id}/copy.pdf`);
  expect(await main.innerText()).toContain(
    "The file contains students' data. The download will be recorded.",
  );
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ]);

  await page.goto(`/designations/${made.id}`);
  expect(await main.innerText()).toContain(reference);
  await page.getByRole('link', { name: 'Printable copy' }).click();
  await expectStep(page, `Designation for ${school.name}`);

  await page.goBack();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expectStep(page, `Designation for ${school.name}`);
  expect(new URL(page.url()).pathname).toBe(`/designations/${made.id}/receipt`);
  await expectReceiptOnPaper(page, `Designation for ${school.name}`);
});

/** Counts print requests instead of opening a dialog that tests can't close. */
async function countPrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['prints'] = String(Number(document.body.dataset['prints'] ?? 0) + 1);
    };
  });
}

/** In print, the receipt has its heading but no controls. */
async function expectReceiptOnPaper(page: Page, heading: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible()).toBe(true);
  expect(await page.getByText('Ben Ray Moss').isVisible()).toBe(true);
  for (const role of ['button', 'navigation', 'contentinfo'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(0);
  }
  expect(await page.getByRole('link').allInnerTexts()).toEqual(['scholars@example.net']);
  await page.emulateMedia({ media: 'screen' });
}
