import { describe, expect, it } from 'vitest';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import {
  cell,
  field,
  firstNames,
  load,
  press,
  stage,
  studentsOpener,
} from '#tests/support/import-session.server.ts';
import { type SheetCell, STYLE, workbook } from '#tests/support/workbook.ts';

const bench = useDesignateApp();
const openStudents = studentsOpener(bench);

const HEADER =
  'Student_Number,LastFirst,DOB,Mailing_Street,Mailing_City,Mailing_State,Mailing_Zip,Home_Phone,Student_Email'.split(
    ',',
  );
const exported = (number: number, name: string): SheetCell[] => [
  [number],
  name,
  [39886 + number, STYLE.date],
  `${number} Spruce St`,
  'Acton',
  'MA',
  [1720, STYLE.zip],
  [9785550100 + number, STYLE.phone],
  `student${number}@s.example.org`,
];
const NAMES = ['Lee, Ann Marie', "O'Hara, Bo", 'Núñez, Ŭñï'];
const POWERSCHOOL = workbook([
  { name: 'Read me', rows: [['Juniors, top ten percent']] },
  { name: 'Juniors', rows: [HEADER, ...NAMES.map((name, at) => exported(at + 1, name))] },
]);

describe('importing an Excel workbook', () => {
  it('loads the reader together with the import, asks for the sheet and the columns, and reads names, dates, ZIP codes, and phones', async () => {
    const { page } = await openStudents(3);
    // The reader of workbooks loads together with the import, which therefore can wait for its request.
    const reader = page.waitForRequest(/\/workbook-[^/]+\.js$/);
    await page.route('**/import-wizard-*.js', async (route) => {
      await reader;
      await route.continue();
    });
    await load(page, Buffer.from(POWERSCHOOL), 'juniors.xlsx');

    await stage(page, 'Choose a sheet').waitFor();
    expect(await page.getByRole('radio', { name: 'Juniors (4 rows)' }).isChecked()).toBe(true);
    await expectNoAxeViolations(page);
    await press(page, 'Continue');

    await stage(page, 'Match your columns').waitFor();
    expect(await page.getByLabel('LastFirst').locator('option:checked').innerText()).toBe('Full name');
    expect(await page.getByLabel('Student_Number').inputValue()).toBe('');
    await press(page, 'Back to sheets');
    await page.getByRole('radio', { name: 'Read me (1 row)' }).check();
    await press(page, 'Continue');
    await stage(page, 'Match your columns').waitFor();
    await press(page, 'Back to sheets');
    await page.getByRole('radio', { name: 'Juniors (4 rows)' }).check();
    await press(page, 'Continue');
    await press(page, 'Continue');

    await stage(page, 'Check your students').waitFor();
    expect(await cell(page, 2, 'Last name').inputValue()).toBe('Lee');
    await page.setViewportSize({ width: 1366, height: 768 });
    const table = page.locator('.import-preview .table-frame');
    expect(await table.getByRole('columnheader').count()).toBe(12);
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 375, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    // At the end of the page, the footer covers no part of a cell.
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await press(page, 'Import 3 students');
    await page.getByText('3 students imported.').waitFor();
    expect(await firstNames(page, 3)).toEqual(['Ann', 'Bo', 'Ŭñï']);
    const expected = {
      'Middle name (optional)': 'Marie',
      'Last name': 'Lee',
      'Date of birth': '2009-03-15',
      Zipcode: '01720',
      Phone: '(978) 555-0101',
    };
    for (const [label, value] of Object.entries(expected)) {
      expect(await (await field(page, 1, label)).inputValue()).toBe(value);
    }
  });
});
