import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { stringify as stringifyInBrowser } from 'csv-stringify/browser/esm/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importReducer } from '#app/components/designate/import/import-state.ts';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import { DESIGNATION_CSV_HEADERS } from '#app/domain/exports/csv-queries.server.ts';
import { CSV_BOM } from '#app/lib/csv/csv-lines.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { guardedCell, unguardedCell } from '#app/lib/csv/formula-guard.ts';
import { CSV_FIELDS, csvHeaderOf } from '#app/schemas/student-csv-columns.ts';
import { errorsCsv } from '#app/students/csv/student-csv-errors.ts';
import { columnsToRemember } from '#app/students/csv/student-csv-mapping.ts';
import { STATE_CODES } from '#app/schemas/states.ts';
import { openedImport, previewed, studentsOf } from '#tests/support/csv-import.ts';

/** A line as a form stores it: trimmed, normalized, without control characters, and sometimes like a formula. */
const line = fc
  .tuple(
    fc.constantFrom('', '', '=', "'=", "''+", '@', '-', "'", '"', ';'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  .map(([start, text]) =>
    `${start}${text}`
      .normalize()
      .replace(/[\p{Cc}\p{Cs}]/gu, '')
      .trim(),
  );
const name = line.map((text) => text || 'Ann');
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const phone = fc
  .tuple(fc.stringMatching(/^[2-9][0-9]{2}$/), digits(3), digits(4))
  .map(([area, exchange, rest]) => `(${area}) ${exchange}-${rest}`);
const day = fc
  .date({ min: new Date('2006-01-01'), max: new Date('2011-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const email = fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example\.org$/);

const student: fc.Arbitrary<DraftStudent> = fc.record({
  first: name,
  middle: line,
  last: name,
  preferred: line,
  dateOfBirth: day,
  twin: fc.boolean(),
  phone,
  email,
  parentEmail: fc.oneof(fc.constant(''), email),
  address: fc.record({
    address1: name,
    address2: line,
    city: name,
    state: fc.constantFrom(...STATE_CODES),
    zip5: digits(5),
    zip4: fc.oneof(fc.constant(''), digits(4)),
    firmName: fc.constant(''),
    urbanization: fc.constant(''),
  }),
});
const list = fc.array(student, { minLength: 1, maxLength: 4 });

function exported({ address, ...person }: DraftStudent): string[] {
  const cells: Record<string, string> = {
    'designation id': '6c1f8f3e-0000-4000-8000-000000000001',
    year: '2026',
    'school name': '=North & South',
    'student id': '6c1f8f3e-0000-4000-8000-000000000002',
    first: person.first,
    middle: person.middle,
    last: person.last,
    preferred: person.preferred,
    'date of birth': person.dateOfBirth,
    twin: person.twin ? 'Yes' : 'No',
    phone: person.phone,
    email: person.email,
    'parent email': person.parentEmail,
    ...address,
    'address status': 'UNVERIFIED',
  };
  return DESIGNATION_CSV_HEADERS.map((header) => cells[header] ?? '');
}

it('the export of students imports again without a question, as the same students', () => {
  fc.assert(
    fc.property(list, (students) => {
      const file = `${CSV_BOM}${csvLines([DESIGNATION_CSV_HEADERS, ...students.map(exported)])}`;
      const state = openedImport(file);
      expect(state.stage).toBe('preview');
      expect(studentsOf(state)).toEqual(students);
    }),
  );
});

it('a school without students exports a file with nothing to import', () => {
  const empty = csvLines([DESIGNATION_CSV_HEADERS, ['6c1f8f3e-0000-4000-8000-000000000001', '2026']]);
  expect(studentsOf(previewed(empty))).toEqual([]);
});

describe('a list in any spelling of CSV', () => {
  const text = (person: DraftStudent, field: (typeof CSV_FIELDS)[number]) => {
    const { address, twin, ...texts } = person;
    const [y = '', m = '', d = ''] = person.dateOfBirth.split('-');
    const all: Record<string, string> = {
      ...texts,
      ...address,
      twin: twin ? 'y' : 'n',
      dateOfBirth: `${m}/${d}/${y}`,
    };
    return all[field] ?? '';
  };
  const spelling = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
    quoted: fc.boolean(),
    encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'utf-16le without mark'),
    order: fc.shuffledSubarray([...CSV_FIELDS], { minLength: CSV_FIELDS.length }),
  });
  const encoded = (file: string, encoding: string) => {
    if (!encoding.startsWith('utf-16'))
      return Buffer.from(`${encoding.endsWith('mark') ? CSV_BOM : ''}${file}`);
    const little = Buffer.from(`${encoding.includes('without') ? '' : CSV_BOM}${file}`, 'utf16le');
    return encoding === 'utf-16be' ? little.swap16() : little;
  };

  it('imports as the same students', () => {
    fc.assert(
      fc.property(list, spelling, (students, { order, encoding, ...options }) => {
        const rows = [
          order.map(csvHeaderOf),
          ...students.map((person) => order.map((field) => text(person, field))),
        ];
        const guarded = rows.map((row) => row.map(guardedCell));
        const file = encoded(stringify(guarded, options), encoding);
        const state = openedImport(file);
        expect(state.stage).toBe('preview');
        expect(studentsOf(state)).toEqual(students);
      }),
    );
  });
});

describe('the file with its Errors column', () => {
  it("writes a phone in the form's format, with an apostrophe only if it can't be read", () => {
    const given = 'First name,Last name,Phone\nAnn,Lee,+1 907 555 0101\nBo,Kim,+44 20 7946 0958\nCy,Ray,=1+1';
    const rows: string[][] = parse(errorsCsv(previewed(given), stringify), { bom: true });
    expect(rows.map((cells) => cells[2])).toEqual(['Phone', '(907) 555-0101', "'+44 20 7946 0958", "'=1+1"]);
  });

  const messy = [
    'Top ten percent',
    'Given name,Last name,Date of birth (mm/dd/yyyy),Address1,City,Zipcode,Phone,Locker',
    "Ann,Lee,02/30/2010,1 A St,Juneau,99801,9075550101,'=7",
    'Bo,Kim,12/31/2009,2 A St,Juneau,998,9075550102,8',
  ].join('\n');
  const edited = importReducer(previewed(messy), {
    type: 'edit',
    edits: [
      { number: 3, field: 'email', text: 'ann@s.example.org' },
      { number: 4, field: 'zip5', text: '9980' },
    ],
  });
  const file = errorsCsv(edited, stringify);

  it('has every column, the input, the parsed dates, and the errors, formula-safe', () => {
    expect(parse(file, { bom: true })).toEqual([
      [
        'Given name',
        'Last name',
        'Date of birth (mm/dd/yyyy)',
        'Address1',
        'City',
        'Zipcode',
        'Phone',
        'Locker',
        'Email',
        'Errors',
      ],
      [
        'Ann',
        'Lee',
        '02/30/2010',
        '1 A St',
        'Juneau',
        '99801',
        '(907) 555-0101',
        "'=7",
        'ann@s.example.org',
        "Date of birth: “02/30/2010” isn't a date in the format mm/dd/yyyy.",
      ],
      [
        'Bo',
        'Kim',
        '12/31/2009',
        '2 A St',
        'Juneau',
        '9980',
        '(907) 555-0102',
        '8',
        '',
        'Zipcode: Zipcode must be exactly 5 digits. | Email: Email is required.',
      ],
    ]);
    expect(file.startsWith(CSV_BOM) && file.includes('\r\n')).toBe(true);
    expect(errorsCsv(edited, stringifyInBrowser)).toBe(file);
  });

  it("is unchanged when it's loaded again, and its Errors column is written anew", () => {
    const again = previewed(file);
    expect(studentsOf(again)).toEqual(studentsOf(edited));
    expect(errorsCsv(again, stringify)).toBe(file);
  });

  /** How a spreadsheet program of the same country rewrites these dates. */
  const SAVED_BY_SPREADSHEETS = [
    (text: string) => text,
    (text: string) => text.replace(/\b0?(\d+)\/0?(\d+)\/(\d{4})/g, '$1/$2/$3'),
    (text: string) => text.replace(/(\d\d)\/(\d\d)\/20(\d\d)/g, '$1/$2/$3'),
  ];

  it('keeps the answer about dates, even through a spreadsheet program, without another question', () => {
    const columns = 'First name,Last name,Address1,City,Zipcode,Phone,Email';
    const cells = '1 A St,Juneau,99801,9075550101,ann@s.example.org';
    for (const header of ['DOB', 'Date of birth (mm/dd/yyyy)', 'DOB mm/dd/yyyy', 'Born (dd.mm.yyyy)']) {
      const given = `${columns},${header}\nAnn,Lee,${cells},03/04/2010\nBo,Kim,${cells},40241\nCy,Ray,${cells},soon`;
      const answered = previewed(given, { dates: { order: 'dmy', serials: '1900' } });
      expect(studentsOf(answered).map(({ dateOfBirth }) => dateOfBirth)).toEqual([
        '2010-04-03',
        '2010-03-04',
        '',
      ]);
      const written = errorsCsv(answered, stringify).replace('soon', '05/06/2009');
      const remembered = columnsToRemember(answered.columns);
      for (const saved of SAVED_BY_SPREADSHEETS) {
        const again = openedImport(saved(written), { remembered });
        expect(again.stage).toBe('preview');
        expect(studentsOf(again).map(({ dateOfBirth }) => dateOfBirth)).toEqual([
          '2010-04-03',
          '2010-03-04',
          '2009-05-06',
        ]);
        expect(again.dates.order).toBe('mdy');
      }
    }
  });
});

it('escaping formulas loses no text', () => {
  const cell = fc.string({ unit: fc.constantFrom(...Array.from("'=+-@\t\r＝a ")), maxLength: 5 });
  fc.assert(
    fc.property(cell, (text) => {
      expect(unguardedCell(guardedCell(text))).toBe(text);
      expect(guardedCell(text)).not.toMatch(/^[=+\-@\t\r＝]/);
    }),
  );
});
