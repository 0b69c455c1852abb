import { parse as parseOnServer } from 'csv-parse/sync';
import { parse as parseInBrowser } from 'csv-parse/browser/esm/sync';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyStudent } from '#app/lib/draft.ts';
import { importStudents, STUDENT_CSV_HEADERS } from '#app/lib/student-csv.ts';
import { dayOfCell, phoneOfCell, restoredCell, stateOfCell, twinOfCell } from '#app/lib/student-csv-cells.ts';

const HEADER = STUDENT_CSV_HEADERS.join(',');
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

function read(file: string | Uint8Array, parse = parseOnServer) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return importStudents(bytes, parse, { state: 'AK', today: '2026-11-21' });
}

describe.each([
  ['the parser of the server', parseOnServer],
  ['the parser of the browser', parseInBrowser],
])('a student file read with %s', (_name, parse) => {
  it('gives a form per row', () => {
    expect(read(`${HEADER}\r\n${ANN}\r\n${ANN}\r\n`, parse)).toEqual({
      students: [ann, ann],
      missingColumns: [],
      usesEmailForParents: false,
      unusedColumns: [],
      problems: [],
    });
  });

  it('may begin with a byte order mark, quote cells, and hold line breaks and separators in them', () => {
    const file = `\uFEFF${HEADER}\n"Ann",Marie,"O""Hara, Lee",Annie,3/4/2010,"1 Spruce St\nRear",Apt 2,Juneau,AK,99801,9075550123,ann@s.example.org,pa@p.example.org,Y`;
    expect(read(file, parse).students).toEqual([
      { ...ann, last: 'O"Hara, Lee', address: { ...ann.address, address1: '1 Spruce St Rear' } },
    ]);
  });

  it('may be separated by semicolons or tabs', () => {
    for (const separator of [';', '\t']) {
      const file = `${HEADER}\n${ANN}`.replaceAll(',', separator);
      expect(read(file, parse).students).toEqual([ann]);
    }
    expect(read(`First name;Last name\nAnn;"Lee, Jr."`, parse).students[0]?.last).toBe('Lee, Jr.');
  });

  it.each([
    ['nothing at all', ''],
    ['a quote that never closes', `${HEADER}\n"Ann,Marie,Lee`],
    ['no header that we know', 'a,b,c\n1,2,3'],
    ['a spreadsheet, not its text', 'PK\u0003\u0004\u0014\0\u0006\0First name'],
  ])('is refused when it has %s', (_fault, file) => {
    expect(() => read(file, parse)).toThrow('Unable to parse CSV - is it formatted correctly?');
  });
});

describe('headers', () => {
  it('match in any order and case, with and without hints, blanks and dashes', () => {
    const variants = STUDENT_CSV_HEADERS.map((header) =>
      fc.constantFrom(
        header,
        header.toUpperCase(),
        ` ${header.toLowerCase()} `,
        header.replace(/ \(.*/, ''),
        header.replace(' name', '-Name'),
        header.replace(/(\d)/, ' $1'),
      ),
    );
    const files = fc
      .tuple(...variants)
      .chain((headers) =>
        fc
          .shuffledSubarray([...headers.keys()], { minLength: headers.length })
          .map((order) => ({ headers, order })),
      );
    const cells = ANN.split(',');
    fc.assert(
      fc.property(files, ({ headers, order }) => {
        const lines = [headers, cells].map((line) => order.map((index) => `"${line[index]}"`).join(','));
        expect(read(lines.join('\n')).students).toEqual([ann]);
      }),
    );
  });

  it('that are missing or unknown are named', () => {
    const file = 'First name,Homeroom,Last name,First name\nAnn,12b,Lee,Bea';
    const { students, missingColumns, unusedColumns } = read(file);
    expect(students.map(({ first, last }) => `${first} ${last}`)).toEqual(['Ann Lee']);
    expect(unusedColumns).toEqual(['Homeroom', 'First name']);
    expect(missingColumns).toEqual([
      'Date of birth (mm/dd/yyyy)',
      'Address1',
      'City',
      'Zipcode',
      'Phone',
      'Email',
    ]);
  });

  it('decide where the parent email comes from', () => {
    const email = (file: string) => read(file).students[0]?.parentEmail;
    expect(email('Email,Parent Email\nann@s.example.org,pa@p.example.org')).toBe('pa@p.example.org');
    expect(email('Email,Parent Email\nann@s.example.org,')).toBe('');
    expect(email('Email\nann@s.example.org')).toBe('ann@s.example.org');
    expect(read('Email\nann@s.example.org').usesEmailForParents).toBe(true);
    expect(read('First name\nAnn').usesEmailForParents).toBe(false);
  });
});

describe('rows and cells', () => {
  it('without anything are no students; empty and missing cells leave the form as it is', () => {
    const file = `${HEADER}\n\n,,,,,,,,,,,,,\nAnn\nBea,,,,,,,,,,,,,\n`;
    const { students } = read(file);
    expect(students).toEqual([
      { ...emptyStudent('AK'), first: 'Ann' },
      { ...emptyStudent('AK'), first: 'Bea' },
    ]);
  });

  it('that cannot be understood are left out and named by student and column', () => {
    const { students, problems } = read(
      'First name,Date of birth,State,Twin\nAnn,31/12/2009,Atlantis,maybe\nBea,2/30/2010,AK,n',
    );
    expect(students).toEqual([
      { ...emptyStudent('AK'), first: 'Ann' },
      { ...emptyStudent('AK'), first: 'Bea' },
    ]);
    expect(problems).toEqual([
      'Student 1, Date of birth: “31/12/2009” is not a date like mm/dd/yyyy.',
      'Student 1, Twin: “maybe” is not yes, no, Y or N.',
      'Student 1, State: “Atlantis” is not a state; the usual one was set.',
      'Student 2, Date of birth: “2/30/2010” is not a date like mm/dd/yyyy.',
    ]);
  });

  it('give more students than places back: fitting them is the form’s business', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `Student${index}`);
    expect(read(`First name\n${rows.join('\n')}`).students.map(({ first }) => first)).toEqual(rows);
  });

  it('get the characters of a formula back that an export neutralised', () => {
    for (const text of ['=1+1', '+1', '-2', '@sum', "'Okina", "O'Hara", 'Lee']) {
      const exported = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      expect(restoredCell(exported)).toBe(text);
    }
    expect(read(`First name\n'=HYPERLINK(1)`).students[0]?.first).toBe('=HYPERLINK(1)');
  });

  it('may be written by an older spreadsheet, or as UTF-16', () => {
    const latin = Uint8Array.from([...Buffer.from('First name\nJos'), 0xe9]);
    expect(read(latin).students[0]?.first).toBe('José');
    const wide = new Uint8Array(
      new Uint16Array([0xfeff, ...Array.from('First name\tLast name\nJosé\tLee', (c) => c.charCodeAt(0))])
        .buffer,
    );
    expect(read(wide).students[0]).toMatchObject({ first: 'José', last: 'Lee' });
  });

  it('never break the import, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 14, maxLength: 14 }), (cells) => {
        const quoted = cells.map((cell) => `"${cell.replaceAll('\0', '').replaceAll('"', '""')}"`).join(',');
        expect(read(`${HEADER}\n${quoted}`).students.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('single cells', () => {
  it.each([
    ['3/4/2010', '2010-03-04'],
    ['03/04/2010', '2010-03-04'],
    ['3-4-2010', null],
    ['3.4.2010', null],
    ['3/4/10', '2010-03-04'],
    ['3/4/26', '2026-03-04'],
    ['3/4/27', '1927-03-04'],
    ['2010-03-04', '2010-03-04'],
    ['2/29/2008', '2008-02-29'],
    ['2/29/2010', null],
    ['13/1/2010', null],
    ['4 March 2010', null],
    ['3/4/210', null],
  ])('the date %s is %s', (cell, day) => {
    expect(dayOfCell(cell, '2026-11-21')).toBe(day);
  });

  it.each([
    ['907.555.0123', '(907) 555-0123'],
    ['9075550123456', '(907) 555-0123'],
    ['+1 (907) 555-0123', '(907) 555-0123'],
    ['555-0123', '5550123'],
    ['none', 'none'],
    ['', ''],
  ])('the phone %s is %s', (cell, phone) => {
    expect(phoneOfCell(cell)).toBe(phone);
  });

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
  expect(template).toBe(`\uFEFF${HEADER}\n`);
});
