import { expect, it } from 'vitest';
import { readSource } from '#app/components/designate/import/import-source.ts';
import { CSV_HEADER } from '#tests/support/csv-import.ts';

const read = (content: string | Uint8Array, name: string) =>
  readSource(new File([content as BlobPart], name), 'h1', {});

it.each([
  [
    'a quote that is never closed',
    'First name,Last name\n"Ann,Lee',
    'list.csv',
    'Unable to parse CSV - is it formatted correctly?',
  ],
  ['an Excel workbook that is broken', 'PK\u0003\u0004\0\0', 'list.xlsx', "We can't read this Excel file."],
  [
    'an older Excel workbook',
    Buffer.from('d0cf11e0', 'hex'),
    'list.xls',
    'copy its cells and paste them here',
  ],
  [
    'text with the name of a web page',
    `${CSV_HEADER}\nAnn`,
    'list.html',
    "its name doesn't end in .csv, .txt, or .tsv",
  ],
  [
    'a workbook with the name of a text file',
    'PK\u0003\u0004\0\0',
    'list.csv',
    "its name doesn't end in .xlsx",
  ],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'x'), 'list.csv', 'The file is larger than 5 MB.'],
  ['only a header row', `${CSV_HEADER}\n`, 'list.csv', 'The file has no students below the header row.'],
])('a list to import is refused with the reason if it has %s', async (_what, content, name, reason) => {
  const { failure } = (await read(content, name)) as { failure?: { message: string; remarks: string[] } };
  expect([failure?.message, ...(failure?.remarks ?? [])].join('\n')).toContain(reason);
});

it('a list to import that disappears while it is read is refused, and what is wrong with a list names the expected columns', async () => {
  const gone = new File(['First name\nAnn'], 'list.csv');
  Object.defineProperty(gone, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  });
  expect(await readSource(gone, 'h1', {})).toEqual({
    failure: expect.objectContaining({ message: 'Unable to read from CSV', remarks: [] }) as unknown,
  });
  const { failure } = (await read('"', 'list.csv')) as { failure?: { remarks: string[] } };
  expect(failure?.remarks.join()).toContain(CSV_HEADER.replaceAll(',', ', '));
});
