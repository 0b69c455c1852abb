import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ImportMappingEntity } from '#db/entities/import-mapping.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { CSV_HEADER, importFixture } from '#tests/support/csv-import.ts';
import { studentLine, useDesignateApp } from '#tests/support/designate-app.server.ts';
import {
  cell,
  field,
  firstNames,
  focusedText,
  hasFocus,
  importButton,
  load,
  openImport,
  press,
  stage,
  studentsOpener,
} from '#tests/support/import-session.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
const openStudents = studentsOpener(bench);

const PHONE = { width: 375, height: 740 };

describe('Import from CSV', () => {
  const MESSY = [
    'Top ten percent;;;;;;;;',
    'Given name;Last name;DOB;Address1;City;Zipcode;Phone;Email;Homeroom',
    'Ann;Lee;03/04/2010;1 A St;Juneau;99801;9075550101;ann@s.example.org;12b',
    'Bo;Kim;31/12/2009;2 A St;Juneau;998;9075550102;bo@s.example.org;12b',
    'Cy;Ray;05/06/2009;3 A St;Juneau;99801;9075550103;cy@s.example.org;12c',
  ].join('\r\n');

  const REMEMBERED = { columns: { givenname: 'first', dob: 'dateOfBirth', homeroom: 'LEFT_OUT' } };
  const rememberedFor = ({ id }: { id: string }) =>
    storedRows(bench.orm, ImportMappingEntity, ['columns'], { where: { highSchool: id } });

  it('imports a messy file with its questions and its Errors column, highlights the row under the pointer, and remembers the columns', async () => {
    const { page, school } = await openStudents(3);
    await (await field(page, 2, 'First name')).fill('Typed');
    await load(page, MESSY);

    await stage(page, 'Match your columns').waitFor();
    expect(await page.getByLabel('Header row').locator('option:checked').innerText()).toBe(
      'Row 2: Given name, Last name, DOB, Address1, City',
    );
    expect(await page.getByLabel('Given name').inputValue()).toBe('first');
    expect(await page.getByLabel('Homeroom').inputValue()).toBe('');
    expect(await page.getByText('For example: 12b · 12c').count()).toBe(1);
    await page.getByLabel('DOB').selectOption('');
    await page.getByText('Not matched yet: Date of birth.').waitFor();
    await page.getByLabel('Homeroom').selectOption({ label: 'First name' });
    await press(page, 'Continue');
    await page
      .getByText('More than one column is matched to: First name. Choose one column for each.')
      .waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel('Homeroom').selectOption({ label: "Don't import" });
    await page.getByLabel('DOB').selectOption({ label: 'Date of birth' });
    await press(page, 'Continue');

    await stage(page, 'How are the dates of birth written?').waitFor();
    await press(page, 'Continue');
    await page.getByText('Choose a date format.').waitFor();
    await page.getByText("1 date can't be read this way: “31/12/2009”.").waitFor();
    await expectNoAxeViolations(page);
    await page
      .getByRole('radio', {
        name: 'Day first (dd/mm/yyyy): “03/04/2010” is April 3, 2010, “05/06/2009” is June 5, 2009',
      })
      .check();
    await press(page, 'Continue');

    await stage(page, 'Check your students').waitFor();
    await page.getByText('2 students ready, 1 needs fixes, 1 more than your 2 open spots').waitFor();
    await expectNoAxeViolations(page);
    const color = (role: 'rowheader' | 'cell') =>
      page
        .getByRole('row', { name: /Row 3/ })
        .getByRole(role)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    await importButton(page).hover();
    const resting = await color('rowheader');
    await cell(page, 3, 'First name').hover();
    expect(await color('rowheader')).not.toBe(resting);
    expect(await color('rowheader')).toBe(await color('cell'));
    await press(page, 'Next error');
    expect(await cell(page, 4, 'Zipcode').evaluate(hasFocus)).toBe(true);
    const message = page.getByText('Zipcode must be exactly 5 digits.');
    await expect
      .poll(() =>
        message.evaluate((said) => {
          const { top, bottom, left, right } = said.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
        }),
      )
      .toBe(true);
    await page.keyboard.type('0');
    const download = page.waitForEvent('download');
    await press(page, 'Download file with errors marked');
    const file = await download;
    expect(file.suggestedFilename()).toBe('our list-errors.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFGiven name,Last name,DOB (mm/dd/yyyy),Address1,City,Zipcode,Phone,Email,Homeroom,Errors',
      'Ann,Lee,04/03/2010,1 A St,Juneau,99801,(907) 555-0101,ann@s.example.org,12b,',
      'Bo,Kim,12/31/2009,2 A St,Juneau,9980,(907) 555-0102,bo@s.example.org,12b,Zipcode: Zipcode must be exactly 5 digits.',
    ]);
    await press(page, 'Cancel');
    expect(await page.getByLabel('Excel or CSV file').evaluate(hasFocus)).toBe(true);
    expect(await firstNames(page, 3)).toEqual(['', 'Typed', '']);
    expect(await rememberedFor(school)).toEqual([]);

    await load(page, text.replace(',9980,', ',99802,'));
    await page.getByText('3 students ready, 1 more than your 2 open spots').waitFor();
    await cell(page, 2, 'Preferred name').waitFor({ state: 'detached' });
    await cell(page, 2, 'First name').fill('');
    await cell(page, 2, 'Last name').focus();
    await page.getByText('2 students ready, 1 needs fixes, 1 more than your 2 open spots').waitFor();
    await cell(page, 2, 'First name').fill('Anna');
    await importButton(page).click();
    await page.getByText('Deselect 1 student.').waitFor();
    await page.getByRole('radio', { name: 'Replace them' }).check();
    await page.getByText('3 students ready', { exact: true }).waitFor();
    await importButton(page).click();
    await press(page, 'Replace 1 student');

    await page.getByText('3 students imported, 1 removed. Check them, then select Review.').waitFor();
    expect(await focusedText(page)).toMatch(/^3 students imported, 1 removed\./);
    await page
      .getByText(
        "The file has no Parent Email column, so we used each student's own email. Change any that are wrong.",
      )
      .waitFor();
    expect(await firstNames(page, 3)).toEqual(['Anna', 'Bo', 'Cy']);
    expect(await (await field(page, 1, 'Date of birth')).inputValue()).toBe('2010-04-03');
    expect(await (await field(page, 2, 'Zipcode')).inputValue()).toBe('99802');
    await expect.poll(() => rememberedFor(school)).toEqual([REMEMBERED]);

    await bench.open(page, 'students', school);
    await expect.poll(() => firstNames(page, 3)).toEqual(['Anna', 'Bo', 'Cy']);
    await openImport(page);
    await load(page, MESSY);
    await stage(page, 'How are the dates of birth written?').waitFor();
  });

  it('imports pasted cells on a phone: 9 of 12 rows, including one with errors, whose cells are above the buttons when the keyboard reaches them', async () => {
    const { page } = await openStudents(9, { viewport: PHONE });
    const rows = (await importFixture('twelve-rows.csv')).toString().replaceAll(',', '\t').split(/\r?\n/);
    const pasted = rows
      .map((row, index) => (index === 2 ? row.replace('03/02/2010', 'soon') : row))
      .join('\r\n');
    await page.getByLabel('Or paste cells from a spreadsheet').fill(pasted);
    await press(page, 'Import');
    await page.getByText('11 students ready, 1 needs fixes, 3 more than your 9 spots').waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(PHONE.width);
    await expectNoAxeViolations(page);
    await expectCellsAboveButtons(page);
    await importButton(page).click();
    await page.getByText('Deselect 3 students.').waitFor();
    await press(page, 'Select the first 9 students in the file');
    await page.getByText('8 students ready, 1 needs fixes, 3 skipped', { exact: true }).waitFor();
    expect(await focusedText(page)).toBe('8 students ready, 1 needs fixes, 3 skipped');
    await page.getByRole('rowheader', { name: /^Row 4 .*Cy Lee$/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Row 4' }).press('Space');
    await page.getByText('7 students ready, 1 needs fixes, 4 skipped', { exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Row 4' }).evaluate(hasFocus)).toBe(true);
    await page.getByRole('checkbox', { name: 'Row 13' }).check();
    await importButton(page).click();
    await page.getByText('9 students imported.').waitFor();
    expect(await focusedText(page)).toMatch(/^9 students imported\./);
    for (const next of ['Undo', 'Upload or paste your list', 'Ann']) {
      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toContain(next);
    }
    expect(await studentLine(page, 1).evaluate(hasFocus)).toBe(true);
    expect(await page.getByRole('alert').getByRole('listitem').allInnerTexts()).toEqual([
      '3 rows were skipped.',
      "Row 3, Date of birth: “soon” isn't a date in the format mm/dd/yyyy.",
    ]);
    expect(await firstNames(page, 9)).toEqual('Ann Bo Di Ed Flo Gus Hal Ida Lou'.split(' '));
    await expectNoAxeViolations(page);
  });

  it('rejects unreadable input and remembered columns with instructions, leaves the forms unchanged, and shows wide names whole', async () => {
    const { page } = await openStudents(1);
    await (await field(page, 1, 'First name')).fill('Typed');
    const alert = page.getByRole('alert');
    await press(page, 'Import');
    await alert
      .filter({ hasText: 'Choose an Excel or CSV file, or paste cells from a spreadsheet.' })
      .waitFor();
    await load(page, 'First name,Last name\n"Ann,Lee');
    await alert.filter({ hasText: 'Unable to parse CSV - is it formatted correctly?' }).waitFor();
    expect(await alert.innerText()).toContain(CSV_HEADER.replaceAll(',', ', '));
    await load(page, Buffer.from('d0cf11e0', 'hex'), 'list.xls');
    await alert.filter({ hasText: 'copy its cells and paste them here' }).waitFor();
    await load(page, `${CSV_HEADER}\nAnn${',x'.repeat(13)}`);
    expect(await page.getByRole('radio', { name: 'Keep them: your list is full' }).isChecked()).toBe(true);
    await importButton(page).click();
    await page.getByText('You can also choose “Replace them”, or cancel and enter a larger').waitFor();
    await press(page, 'Cancel');

    const template = await page.getByRole('link', { name: 'template file' }).getAttribute('href');
    const response = await page.request.get(template ?? '');
    expect(response.status()).toBe(200);
    expect(await response.text()).toMatch(/^\uFEFFFirst name,Middle name,/);
    await page.route('**/designate/import-mapping/*', (route) =>
      route.fulfill({ json: { columns: { dob: 'birthday' } } }),
    );
    await load(page, `${CSV_HEADER}\nAnn`);
    await alert.filter({ hasText: 'Error: Validation error' }).waitFor();
    await page.unroute('**/designate/import-mapping/*');
    await press(page, 'Import');
    await stage(page, 'Check your students').waitFor();
    await press(page, 'Cancel');

    await page.setViewportSize({ width: 1366, height: 768 });
    const names = ['EMMA', 'W', 'MAMMOW', 'Ann'];
    await load(
      page,
      `${CSV_HEADER}\n${names.join(',')},03/04/2010,1 A St,,Mammoth,AK,99801,9075550101,mm@x.example.org`,
    );
    await importButton(page).waitFor();
    const inputs = page.locator('.import-preview input[id^="import-2-"]');
    expect(await inputs.count()).toBeGreaterThan(5);
    expect(
      await inputs.evaluateAll((all) =>
        all.filter((input) => input.scrollWidth > input.clientWidth).map(({ id }) => id),
      ),
    ).toEqual([]);
    await press(page, 'Cancel');
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    });
    await load(page, 'First name\nAnn');
    await alert.filter({ hasText: 'Unable to read from CSV' }).waitFor();
    expect((await alert.innerText()).trim()).toBe('Unable to read from CSV');
    expect(await firstNames(page, 1)).toEqual(['Typed']);
    await expectNoAxeViolations(page);
  });
});

/** In a low window, no cell that the Tab key reaches stays behind the buttons at the bottom. */
async function expectCellsAboveButtons(page: Page): Promise<void> {
  await page.setViewportSize({ ...PHONE, height: 560 });
  await cell(page, 2, 'First name').focus();
  const reached = new Set<string>();
  for (let presses = 0; presses < 24; presses += 1) {
    await page.keyboard.press('Tab');
    const { label, space } = await page.evaluate(spaceBelowFocus);
    if (!label.includes(', row ')) continue;
    reached.add(label);
    if (space <= 0)
      await expect.poll(async () => (await page.evaluate(spaceBelowFocus)).space).toBeGreaterThan(0);
  }
  expect(reached.size).toBeGreaterThan(15);
  await page.setViewportSize(PHONE);
}

/** Runs in the page. */
function spaceBelowFocus(): { label: string; space: number } {
  const { activeElement } = document;
  const buttons = document.querySelector('.import-actions')?.getBoundingClientRect().top ?? 0;
  return {
    label: activeElement?.getAttribute('aria-label') ?? '',
    space: buttons - (activeElement?.getBoundingClientRect().bottom ?? 0),
  };
}
