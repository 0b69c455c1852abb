import { expect, it } from 'vitest';
import { schoolListOfWorkbook } from '#app/components/high-schools/school-workbook.ts';
import { readSchoolList } from '#app/domain/high-schools/read-school-list.server.ts';
import { workbook } from '#tests/support/workbook.ts';

it('reads the sheet with the most known headers, with its row numbers and texts unchanged', async () => {
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
  const text = await schoolListOfWorkbook(file);
  expect(readSchoolList(new TextEncoder().encode(text)).rows).toEqual([
    { number: 4, cells: { name: 'Aurora "North" High', bannerCode: '021099', notes: '=1+1' } },
    { number: 6, cells: { name: 'Birch High', notes: 'Two\nlines, one cell' } },
  ]);
});
