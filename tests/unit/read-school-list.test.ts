import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readSchoolList, UnmatchedColumns } from '#app/domain/high-schools/read-school-list.server.ts';
import { SCHOOL_CSV_HEADERS, schoolCsvFields } from '#app/schemas/school-csv-kind.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';

const read = (text: string) => readSchoolList(new TextEncoder().encode(text));

/** The issues found in a list. Empty if it is valid. */
function issuesIn(text: string): readonly Issue[] {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.issues;
  }
}

describe('a list of schools', () => {
  it('is read from the template, which has every column', async () => {
    const template = await readFile('app/public/school-list-template.csv', 'utf8');
    const headers = template.replace('\uFEFF', '').trim().split(',');
    expect(schoolCsvFields(headers).toSorted()).toEqual(SCHOOL_CSV_HEADERS.toSorted());
  });

  it('is refused from a file whose name has another extension than its contents', () => {
    const issuesOf = (name: string) => {
      try {
        readSchoolList(new TextEncoder().encode('name\nAurora High'), { file: { name } });
        return [];
      } catch (error) {
        return error instanceof Invalid ? error.issues : [error];
      }
    };
    for (const name of ['list.csv', 'LIST.CSV', 'list.old.txt', 'export.text', 'list.tsv'])
      expect(issuesOf(name)).toEqual([]);
    for (const name of ['list.html', 'list.csv.exe', 'list', 'csv', 'list.xlsx', ''])
      expect(issuesOf(name)).toMatchObject([
        { path: ['list'], message: expect.stringContaining('text, but its name') as string },
        { path: ['list'], message: expect.stringContaining('Rename it') as string },
      ]);
  });

  it('has an address on one line, or only the street next to a city or ZIP code', () => {
    expect(read('name,address\nA,"1 Main, Nome, AK 99762"').rows[0]?.cells).toEqual({
      name: 'A',
      address: '1 Main, Nome, AK 99762',
    });
    expect(read('name,Address,City\nA,1 Main,Nome').rows[0]?.cells).toEqual({
      ...{ name: 'A', address1: '1 Main', city: 'Nome' },
    });
    expect(read('name,Address,Address1,City\nA,Home,1 Main,Nome')).toMatchObject({
      ignoredHeaders: ['Address'],
      rows: [{ cells: { name: 'A', address1: '1 Main', city: 'Nome' } }],
    });
  });

  it('has IDs only if they are those of our own exports', () => {
    expect(read('ID,Name\n17,A')).toMatchObject({ ignoredHeaders: ['ID'], rows: [{ cells: { name: 'A' } }] });
    const id = '6c1f8f3e-0000-4000-8000-000000000001';
    expect(read(`id,Phone\n${id},1`).rows[0]?.cells).toEqual({ id, phone: '1' });
  });

  it('is read by its headers in any case, without empty cells', () => {
    expect(read('Schools\nBANNER CODE|Zip5|Name|Motto\nB1|99801||Onward\n||Birch High|')).toMatchObject({
      ignoredHeaders: ['Motto'],
      rows: [
        { number: 3, cells: { bannerCode: 'B1', zip5: '99801' } },
        { number: 4, cells: { name: 'Birch High' } },
      ],
    });
    expect(read('name,phone\nA,1').ignoredHeaders).toEqual([]);
  });

  it('is read by what other lists call the columns, unless one has the name of our own', () => {
    expect(
      read('School Name;Phone Number;Zip;Street;Town\nBirch High;(907) 555-0111;99762;1 Main;Nome'),
    ).toMatchObject({
      ignoredHeaders: [],
      rows: [
        {
          cells: {
            name: 'Birch High',
            phone: '(907) 555-0111',
            zip5: '99762',
            address1: '1 Main',
            city: 'Nome',
          },
        },
      ],
    });
    expect(read('School,Name\nNome District,Birch High')).toMatchObject({
      ignoredHeaders: ['School'],
      rows: [{ cells: { name: 'Birch High' } }],
    });
  });

  it('is read in other encodings and with other separators, and without the apostrophes that our own files add', () => {
    const wide = new Uint8Array(Buffer.from("\uFEFFname\tnotes\r\nÅlesund High\t'-Juneau\r\n", 'utf16le'));
    expect(readSchoolList(wide).rows).toEqual([
      { number: 2, cells: { name: 'Ålesund High', notes: '-Juneau' } },
    ]);
    const latin = new Uint8Array(Buffer.from('name,notes\nBirch High,Café', 'latin1'));
    expect(readSchoolList(latin).rows[0]?.cells.notes).toBe('Café');
    expect(read('name,notes\nBirch High,"Two\r\nlines"').rows[0]?.cells.notes).toBe('Two\nlines');
  });

  it.each([
    ['', ['The file is empty.']],
    ['PK\u0003\u0004', ['Unable to parse CSV - is it formatted correctly?', 3]],
    ['Homeroom,Locker\n1,2', ["We don't recognize any columns in this file.", 2]],
    ['phone,city\n1,2', ["We don't recognize a column with the schools' names, banner codes, or IDs."]],
    ['name,phone', ['The file has no schools below the header row.']],
    ['name,Banner code,bannerCode\nx,y,z', ['Two columns contain the field bannerCode.', 2]],
    [`name\n${'x\n'.repeat(5_000)}`, ['The file has more than 5,000 rows.', 2]],
    [
      `name,notes\nx,"${'y'.repeat(10_001)}"`,
      ['The cell in row 2, column 2 has more than 10,000 characters.', 2],
    ],
    ['x'.repeat(5 * 1024 * 1024 + 1), ['The file is larger than 5 MB.', 2]],
  ])('refuses files that are not a list of schools: %#', (text, [message, count = 1]) => {
    const issues = issuesIn(text);
    expect([issues[0], issues.length]).toEqual([{ path: ['list'], message }, count]);
  });
});

describe('the columns of a list of schools', () => {
  const LIST = new TextEncoder().encode('Campus,Motto,Phone number\nBirch High,Onward,907');

  it('are unknown until they are matched, and then win over the headers', () => {
    const error = refusalIn(() => readSchoolList(LIST));
    expect(error).toBeInstanceOf(UnmatchedColumns);
    const columns = (error as UnmatchedColumns).list.columns;
    expect(columns.map(({ header, field, isUnknown }) => [header, field, isUnknown])).toEqual([
      ['Campus', null, true],
      ['Motto', null, true],
      ['Phone number', 'phone', false],
    ]);
    const chosen = new Map([
      [0, 'name' as const],
      [1, null],
      [2, null],
    ]);
    expect(readSchoolList(LIST, { chosen })).toMatchObject({
      rows: [{ cells: { name: 'Birch High' } }],
      ignoredHeaders: ['Motto', 'Phone number'],
    });
  });

  it("are read as in earlier imports, unless a header is a field's own name", () => {
    const remembered = new Map([
      ['campus', 'name' as const],
      ['motto', null],
      ['phone', 'fax' as const],
    ]);
    expect(readSchoolList(LIST, { remembered }).rows).toEqual([
      { number: 2, cells: { name: 'Birch High', phone: '907' } },
    ]);
    const own = new TextEncoder().encode('Campus,Name,Phone\nNorth,Birch High,907');
    expect(readSchoolList(own, { remembered })).toMatchObject({
      rows: [{ cells: { name: 'Birch High', phone: '907' } }],
      columns: [{ field: null, isUnknown: true }, {}, {}],
    });
  });

  it("can't be matched to the same field twice", () => {
    const chosen = new Map([
      [0, 'name' as const],
      [1, 'name' as const],
    ]);
    expect(refusalIn(() => readSchoolList(LIST, { chosen }))).toBeInstanceOf(UnmatchedColumns);
  });

  it('of our exports that cannot be imported are not unknown', () => {
    const list = new TextEncoder().encode('name,staff,approved designations\nA,Kim,3');
    expect(readSchoolList(list).columns.map(({ isUnknown }) => isUnknown)).toEqual([false, false, false]);
  });
});

function refusalIn(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused.');
}
