import { readFile } from 'node:fs/promises';
import { parse as parseOnServer } from 'csv-parse/sync';
import { parse as parseInBrowser } from 'csv-parse/browser/esm/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyStudent } from '#app/students/draft-students.ts';
import { stateOfCell, twinOfCell } from '#app/students/csv/student-csv-cells.ts';
import { type CsvImportError, type CsvKind, decodeCsv } from '#app/lib/csv/csv-text.ts';
import { POSTED_STUDENT_CSV, STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import { CSV_HEADER, openedImport, previewed, studentsOf } from '#tests/support/csv-import.ts';

const ANN =
  'Ann,Marie,Lee,Annie,3/4/2010,1 Spruce St,Apt 2,Juneau,AK,99801,907-555-0123,ann@s.example.org,pa@p.example.org,yes';
const ann = {
  ...emptyStudent('AK'),
  first: 'Ann',
  middle: 'Marie',
  last: 'Lee',
  preferred: 'Annie',
  dateOfBirth: '2010-03-04',
  twin: true,
  phone: '(907) 555-0123',
  email: 'ann@s.example.org',
  parentEmail: 'pa@p.example.org',
  address: {
    ...emptyStudent('AK').address,
    address1: '1 Spruce St',
    address2: 'Apt 2',
    city: 'Juneau',
    zip5: '99801',
  },
};
const firstNames = (file: string) => studentsOf(previewed(file)).map(({ first }) => first);

it.each(['Total: 20', 'Total students: 20', 'Total 20 students', 'Grand total: 1,020'])(
  'a last line with only "%s" is no student',
  (total) => {
    expect(firstNames([CSV_HEADER, ANN, `"${total}",,,,,,,,,,,,,`].join('\n'))).toEqual(['Ann']);
  },
);

describe.each([
  ['the parser of the server', parseOnServer],
  ['the parser of the browser', parseInBrowser],
])('a student file read with %s', (_name, parser) => {
  const read = (file: string) => studentsOf(openedImport(file, { parser }));

  it('has one student per row and needs no question', () => {
    const state = openedImport(`${CSV_HEADER}\r\n${ANN}\r\n${ANN}\r\n`, { parser });
    expect(state.stage).toBe('preview');
    expect(studentsOf(state)).toEqual([ann, ann]);
    expect(state.rows.map(({ isReady, line }) => [line.number, isReady])).toEqual([
      [2, true],
      [3, true],
    ]);
  });

  it('may begin with a byte order mark, quote cells, and hold line breaks and separators in them', () => {
    const file = `\uFEFF${CSV_HEADER}\n"Ann",Marie,"O""Hara, Lee",Annie,3/4/2010,"1 Spruce St\nRear",Apt 2,Juneau,AK,99801,9075550123,ann@s.example.org,pa@p.example.org,Y`;
    expect(read(file)).toEqual([
      { ...ann, last: 'O"Hara, Lee', address: { ...ann.address, address1: '1 Spruce St Rear' } },
    ]);
  });

  it('may be separated by semicolons, tabs, or bars, or declare its separator', () => {
    for (const separator of [';', '\t', '|']) {
      expect(read(`${CSV_HEADER}\n${ANN}`.replaceAll(',', separator))).toEqual([ann]);
    }
    expect(read(`sep=;\r\n${CSV_HEADER}\n${ANN}`.replaceAll(',', ';'))).toEqual([ann]);
    expect(studentsOf(previewed(`First name;Last name\nAnn;"Lee, Jr."`, { parser }))[0]?.last).toBe(
      'Lee, Jr.',
    );
    const unknown = openedImport(`Vorname;Nachname\nA,B;"Lee; Jr."\nC,D;E`, { parser });
    expect(unknown.columns.map(({ samples }) => samples)).toEqual([
      ['A,B', 'C,D'],
      ['Lee; Jr.', 'E'],
    ]);
  });

  it.each([
    ['a quote that never closes', `${CSV_HEADER}\n"Ann,Marie,Lee`],
    ['a quote that never closes in a long file', `${CSV_HEADER}\n"Ann${`,Marie,Lee\n`.repeat(20_000)}`],
    ['a spreadsheet, not its text', 'PK\u0003\u0004\u0014\0\u0006\0First name'],
    ['a PDF', '%PDF-1.7 First name'],
    ['a web page', '<html><table><tr><td>First name'],
    ['zeros', 'First name\nA\0nn'],
  ])('is refused when it has %s', (_error, file) => {
    expect(() => read(file)).toThrow('Unable to parse CSV - is it formatted correctly?');
  });

  it('is answered with advice to paste cells only where that is possible', () => {
    for (const file of ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0']) {
      const bytes = Uint8Array.from(file, (letter) => letter.charCodeAt(0));
      const adviceOf = (kind: CsvKind) => {
        try {
          return decodeCsv(bytes, kind);
        } catch (error) {
          return (error as CsvImportError).remarks[0];
        }
      };
      expect(adviceOf(STUDENT_CSV)).toContain('paste them here.');
      expect(adviceOf(POSTED_STUDENT_CSV)).toMatch(/Save it as CSV, then choose that file\.$/);
    }
  });

  it.each([
    ['nothing at all', '', 'The file is empty.'],
    ['nothing but spaces', '\n , \n\n', 'The file is empty.'],
    ['more than 5 MB', `${CSV_HEADER}\n${'x'.repeat(5 * 1024 * 1024)}`, 'The file is larger than 5 MB.'],
    [
      'more rows than any list needs',
      `First name\n${'Ann\n'.repeat(5_001)}`,
      'The file has more than 5,000 rows.',
    ],
    [
      'more columns than any list needs',
      `First name${',x'.repeat(200)}`,
      'The file has more than 200 columns.',
    ],
  ])('is refused when it has %s', (_error, file, message) => {
    expect(() => read(file)).toThrow(message);
  });
});

describe('rows and cells', () => {
  it('without content are ignored; empty and missing cells leave the form unchanged', () => {
    const file = `${CSV_HEADER}\n\n,,,,,,,,,,,,,\nAnn\nBea,,,,,,,,,,,,,\n`;
    const state = previewed(file);
    expect(studentsOf(state)).toEqual([
      { ...emptyStudent('AK'), first: 'Ann' },
      { ...emptyStudent('AK'), first: 'Bea' },
    ]);
    expect(state.rows.map(({ line }) => line.number)).toEqual([4, 5]);
  });

  it.each(['none', 'N/A', '-'])(
    'that say %j are empty in an optional email and a twin, and otherwise stay',
    (none) => {
      const file = ANN.split(',').map((cell, column) => ([1, 6, 11, 12, 13].includes(column) ? none : cell));
      const [row] = previewed(`${CSV_HEADER}\n${file.join(',')}`).rows;
      expect(row?.student).toMatchObject({ middle: none, twin: false, parentEmail: '' });
      expect(row?.student.address.address2).toBe(none);
      expect(Object.keys(row?.remarks ?? {})).toContain('email');
      expect(row?.remarks).not.toHaveProperty('parentEmail');
    },
  );

  it("that can't be read are skipped with a message", () => {
    const state = previewed('First name,Date of birth (mm/dd/yyyy),State,Twin\nAnn,2/30/2010,Atlantis,maybe');
    expect(studentsOf(state)).toEqual([
      { ...emptyStudent('AK'), first: 'Ann', address: { ...emptyStudent('').address } },
    ]);
    const { dateOfBirth, state: stateCell, twin } = state.rows[0]?.remarks ?? {};
    expect([dateOfBirth, stateCell, twin]).toEqual([
      { error: "“2/30/2010” isn't a date in the format mm/dd/yyyy.", isUnread: true },
      { error: "“Atlantis” isn't a state.", isUnread: true },
      { error: "“maybe” isn't yes, no, Y, or N.", isUnread: true },
    ]);
  });

  it.each([
    ['MA', '1720', '01720', ''],
    ['New Jersey', '7030-1234', '07030', '1234'],
    ['PR', '901', '00901', ''],
    ['MA', '172', '172', ''],
    ['AK', '9980', '9980', ''],
    ['AK', '99801-1234', '99801', '1234'],
  ])('in %s, the ZIP code %s becomes %s and %s', (state, cell, zip5, zip4) => {
    const row = ANN.replace('AK,99801', `${state},${cell}`);
    const [student] = studentsOf(previewed(`${CSV_HEADER}\n${row}`));
    expect([student?.address.zip5, student?.address.zip4]).toEqual([zip5, zip4]);
  });

  it("have Review's errors, and age warnings", () => {
    const row = (cells: Record<number, string>) =>
      ANN.split(',')
        .map((cell, index) => cells[index] ?? cell)
        .join(',');
    const file = [
      CSV_HEADER,
      row({ 2: '', 9: '9980', 10: '555-0123', 11: 'nonsense' }),
      row({ 4: '1/1/2001', 10: '907-555-0123 x45' }),
      row({ 4: '1/1/2014' }),
      row({ 4: '1/1/2027', 12: 'x' }),
    ].join('\n');
    const remarks = previewed(file).rows.map((found) => found.remarks);
    expect(remarks).toEqual([
      {
        last: { error: 'Last name is required.' },
        zip5: { error: 'Zipcode must be exactly 5 digits.' },
        phone: {
          error: 'Phone number must be in the format (xxx) xxx-xxxx or (xxx) xxx-xxxx, extension xxx...',
        },
        email: { error: 'Enter an email address like name@example.org.' },
      },
      {
        dateOfBirth: { warning: 'Warning: age is more than 19 years old' },
      },
      { dateOfBirth: { warning: 'Warning: age is less than 16 years old' } },
      {
        dateOfBirth: { error: 'Date of birth must not be in the future.' },
        parentEmail: { error: 'Enter an email address like name@example.org.' },
      },
    ]);
    expect(previewed(file).rows.map(({ isReady }) => isReady)).toEqual([false, true, true, false]);
  });

  it('that begin like formulas are warned of, behind an apostrophe or not, and taken as text', () => {
    const file =
      "First name,Middle name,Last name,City,Phone\n'=Ann,+x,-Lee,'@home,+1 907 555 0123\nBo,,O'Hara,Nome,9075550123";
    const [formulas, names] = previewed(file).rows;
    expect(formulas?.student).toMatchObject({ first: '=Ann', phone: '(907) 555-0123' });
    const warned = ['first', 'middle', 'last', 'city', 'phone'] as const;
    const WARNING = "Warning: this looks like a formula. We'll treat it as text.";
    expect(warned.map((field) => formulas?.remarks[field]?.warning)).toEqual([
      ...Array.from({ length: 4 }, () => WARNING),
      undefined,
    ]);
    expect(warned.map((field) => [names?.remarks[field], formulas?.remarks[field]?.error])).toEqual(
      Array(5).fill([undefined, undefined]),
    );
  });

  it("use the email column for the parents' email only if there is no other", () => {
    const email = (file: string) => studentsOf(previewed(file))[0]?.parentEmail;
    expect(email('Email,Parent Email\nann@s.example.org,pa@p.example.org')).toBe('pa@p.example.org');
    expect(email('Email,Parent Email\nann@s.example.org,')).toBe('');
    expect(email('Email\nann@s.example.org')).toBe('ann@s.example.org');
  });

  it('may be written by an older spreadsheet, or as UTF-16 with or without its mark', () => {
    const latin = Uint8Array.from([...Buffer.from('First name\nJos'), 0xe9]);
    expect(studentsOf(previewed(latin))[0]?.first).toBe('José');
    const text = 'First name\tLast name\nJosé\tLee';
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), little]);
    for (const bytes of [little, big, marked]) {
      expect(studentsOf(previewed(bytes))[0]).toMatchObject({ first: 'José', last: 'Lee' });
    }
  });

  it('never break the import, for any content', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 14, maxLength: 14 }), (cells) => {
        const quoted = cells.map((cell) => `"${cell.replaceAll('\0', '').replaceAll('"', '""')}"`).join(',');
        expect(firstNames(`${CSV_HEADER}\n${quoted}`).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('single cells', () => {
  it('states are known by code and by name', () => {
    expect(['ak', 'Alaska', 'puerto rico', 'Yukon'].map(stateOfCell)).toEqual(['AK', 'AK', 'PR', null]);
  });

  it('twins are yes, no, Y or N', () => {
    expect(['Yes', 'y', 'NO', 'n', 'true', '1'].map(twinOfCell)).toEqual([
      true,
      true,
      false,
      false,
      null,
      null,
    ]);
  });
});

it('the template file has the expected headers', async () => {
  const template = await readFile('app/public/student-list-template.csv', 'utf8');
  expect(template).toBe(`\uFEFF${CSV_HEADER}\n`);
});
