import { expect, it } from 'vitest';
import { readSchoolList } from '#app/domain/high-schools/read-school-list.server.ts';
import { csvTextOfWorkbook } from '#app/lib/csv/workbook-text.ts';
import { SCHOOL_CSV } from '#app/schemas/school-csv-kind.ts';
import { workbook } from '#tests/support/workbook.ts';

it('the sheet with the most known headers is read, with its row numbers and texts unchanged', async () => {
  const file = workbook([
    { name: 'About', rows: [['Name'], ['The schools of the district']] },
    {
      name: 'Schools',
      rows: [
        ['Schools 2026'],
        [],
        ['Name', 'Banner code', 'Notes'],
        ['Aurora "North" High', '021099', "'=1+1"],
        [],
        ['Birch High', '', 'Two\nlines, one cell'],
      ],
    },
  ]);
  const text = await csvTextOfWorkbook(file, SCHOOL_CSV);
  expect(readSchoolList(new TextEncoder().encode(text)).rows).toEqual([
    { number: 4, cells: { name: 'Aurora "North" High', bannerCode: '021099', notes: '=1+1' } },
    { number: 6, cells: { name: 'Birch High', notes: 'Two\nlines, one cell' } },
  ]);
});

it('the named sheet is read, or an error says that there is none', async () => {
  const file = workbook([
    {
      name: 'Old',
      rows: [
        ['Name', 'Phone'],
        ['Aurora High', '1'],
      ],
    },
    { name: 'New', rows: [['Name'], ['Birch High']] },
  ]);
  expect(await csvTextOfWorkbook(file, SCHOOL_CSV, 'New')).toBe('"Name"\r\n"Birch High"');
  await expect(csvTextOfWorkbook(file, SCHOOL_CSV, 'Gone')).rejects.toThrow('no sheet named Gone');
});
