import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importReducer } from '#app/components/designate/import/import-state.ts';
import {
  COLUMN_FIELDS,
  csvHeaderKey,
  knownCsvField,
  STUDENT_CSV_HEADERS,
  USUAL_NAMES,
} from '#app/schemas/student-csv-columns.ts';
import { columnsToRemember, type RememberedColumns } from '#app/students/csv/student-csv-mapping.ts';
import { columnRemarks } from '#app/messages/student-csv-labels.ts';
import { CSV_HEADER, openedImport, studentsOf } from '#tests/support/csv-import.ts';

const meanings = (file: string, remembered: RememberedColumns = {}) =>
  openedImport(file, { remembered }).columns.map(({ header, origin, field }) => [header, origin, field]);

describe('a header', () => {
  it('is the same in any case, with and without its hints, blanks and dashes', () => {
    for (const [one, other] of [
      ['Date of birth (mm/dd/yyyy)', 'DATE-OF-BIRTH'],
      ['Date of Birth (DD.MM.YYYY)', 'date of birth'],
      ['Twin (yes/no or Y/N)', ' twin [Y/N] '],
      ['Address1', 'Address 1 (required)'],
      ['Prénom', 'prenom'],
    ] as const) {
      expect(csvHeaderKey(one)).toBe(csvHeaderKey(other));
    }
  });

  it('with different text in brackets is a different header', () => {
    expect(csvHeaderKey('Email (parent)')).not.toBe(csvHeaderKey('Email'));
    expect(meanings('Email (parent)\npa@p.example.org')).toEqual([
      ['Email (parent)', 'SUGGESTED', 'parentEmail'],
    ]);
    expect(meanings('Email (private)\nnone')).toEqual([['Email (private)', 'UNKNOWN', null]]);
  });
});

describe('a ZIP+4 column', () => {
  it('is the ZIP code if it has whole ZIP codes', () => {
    expect(meanings('ZIP+4\n99801-1234\n99801')).toEqual([['ZIP+4', 'SUGGESTED', 'zip5']]);
    expect(meanings('Mailing_Zip4\n99801-1234')).toEqual([['Mailing_Zip4', 'SUGGESTED', 'zip5']]);
  });

  it('is the extension if it has four digits', () => {
    expect(meanings('Zipcode,ZIP+4\n99801,1234')).toEqual([
      ['Zipcode', 'KNOWN', 'zip5'],
      ['ZIP+4', 'KNOWN', 'zip4'],
    ]);
  });

  it("isn't imported if the file has the ZIP code twice", () => {
    expect(meanings('Zipcode,ZIP+4\n99801,99801-1234')).toEqual([
      ['Zipcode', 'KNOWN', 'zip5'],
      ['ZIP+4', 'UNKNOWN', null],
    ]);
  });
});

describe('the columns of a file', () => {
  it('of the specification are known in any order and case', () => {
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
    const cells =
      'Ann,Marie,Lee,Annie,3/14/2010,1 A St,Apt 2,Juneau,AK,99801,9075550123,a@s.example.org,p@p.example.org,Y';
    const expected = studentsOf(openedImport(`${CSV_HEADER}\n${cells}`));
    fc.assert(
      fc.property(files, ({ headers, order }) => {
        const lines = [headers, cells.split(',')].map((line) =>
          order.map((index) => `"${line[index]}"`).join(','),
        );
        const state = openedImport(lines.join('\n'));
        expect(state.stage).toBe('preview');
        expect(studentsOf(state)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it("are known, suggested, or unknown, each field once; empty ones don't matter", () => {
    expect(meanings('First name,DOB,Homeroom,First name,Locker,Errors\nAnn,2010-03-04,12b,Bea,,x')).toEqual([
      ['First name', 'KNOWN', 'first'],
      ['DOB', 'SUGGESTED', 'dateOfBirth'],
      ['Homeroom', 'UNKNOWN', null],
      ['First name', 'UNKNOWN', null],
      ['Locker', 'BLANK', null],
      ['Errors', 'IGNORED', null],
    ]);
  });

  it('use remembered fields, but never against the specification', () => {
    const remembered = {
      dob: 'LEFT_OUT',
      homeroom: 'city',
      firstname: 'last',
      constructor: 'phone',
    } as const;
    expect(meanings('First name,DOB,Homeroom,toString\nAnn,2010-03-04,12b,x', remembered)).toEqual([
      ['First name', 'KNOWN', 'first'],
      ['DOB', 'REMEMBERED', null],
      ['Homeroom', 'REMEMBERED', 'city'],
      ['toString', 'UNKNOWN', null],
    ]);
  });

  it('are remembered by the headers that a person matched, without any cell', () => {
    let state = openedImport('First name,DOB,Homeroom,Homeroom,Errors,\nAnn,2010-03-04,12b,13c,x,y');
    state = importReducer(state, { type: 'column', index: 3, field: 'city' });
    expect(columnsToRemember(state.columns)).toEqual({
      dob: 'dateOfBirth',
      homeroom: 'LEFT_OUT',
      'homeroom#2': 'city',
    });
    const again = openedImport('Homeroom,Homeroom\n12b,Juneau', {
      remembered: columnsToRemember(state.columns),
    });
    expect(again.columns.map(({ field }) => field)).toEqual([null, 'city']);
  });

  it('need a question only if one is unknown or a required one is missing', () => {
    const needed = 'First name,Last name,Date of birth,Address1,City,Zipcode,Phone,Email';
    const cells = 'Ann,Lee,2010-03-04,1 A St,Juneau,99801,9075550123,a@s.example.org';
    expect(openedImport(`${needed}\n${cells}`).stage).toBe('preview');
    expect(openedImport(`${needed},Homeroom\n${cells},12b`).stage).toBe('columns');
    expect(openedImport(`${needed},Homeroom\n${cells},`).stage).toBe('preview');
    expect(
      openedImport(`${needed},Homeroom\n${cells},12b`, { remembered: { homeroom: 'LEFT_OUT' } }).stage,
    ).toBe('preview');
    expect(openedImport(needed.replace(',Email', '') + `\n${cells}`).stage).toBe('columns');
  });

  it('that are missing or unused are named', () => {
    const state = openedImport('First name,Homeroom,Last name,Zipcode,Email,Phone,City\nAnn,12b,Lee,9,a,9,J');
    expect(columnRemarks(state.columns)).toEqual([
      'Columns not imported: Homeroom.',
      'The file has no column for: Date of birth (mm/dd/yyyy), Address1.',
      "The file has no Parent Email column, so we used each student's own email. Change any that are wrong.",
    ]);
  });
});

describe('headers of student information systems', () => {
  it.each([
    [
      'PowerSchool',
      'Student_Number,LastFirst,DOB,Mailing_Street,Mailing_City,Mailing_State,Mailing_Zip,Home_Phone,Student_Email,Guardian Email',
      'null fullName dateOfBirth address1 city state zip5 phone email parentEmail',
    ],
    [
      'PowerSchool with table names',
      '[Students]First_Name,[Students]Middle_Name,[Students]Last_Name,Students.DOB,Street,City,State,Zip',
      'first middle last dateOfBirth address1 city state zip5',
    ],
    [
      'Infinite Campus',
      'student.studentNumber,student.lastName,student.firstName,student.middleName,student.birthdate,mailingAddress.addressLine1,mailingAddress.city,mailingAddress.state,mailingAddress.zip,student.homePhone,individual.email',
      'null last first middle dateOfBirth address1 city state zip5 phone email',
    ],
    [
      'a spreadsheet',
      'Student Name,School Email,Birth Date,Home Address',
      'fullName email dateOfBirth address1',
    ],
  ])('are suggested: %s', (_system, header, expected) => {
    const cells = header.split(',').map(() => 'x');
    const { columns } = openedImport(`${header}\n${cells.join(',')}`);
    expect(columns.map(({ field }) => String(field)).join(' ')).toBe(expected);
  });
});

describe('other headers', () => {
  const fieldsOf = (header: string, cells: string) =>
    openedImport(`${header}\n${cells}`)
      .columns.map(({ field }) => String(field))
      .join(' ');

  it('are suggested by their usual names, prefixes, and numbers', () => {
    const header =
      'Student First,person.middleName,Student Last,Birth Date,Addr1,Addr2,ZIP/Postal,Parent 1 Email';
    expect(fieldsOf(header, header.replace(/[^,]+/g, 'x'))).toBe(
      'first middle last dateOfBirth address1 address2 zip5 parentEmail',
    );
    expect(fieldsOf('person.lastName,identity.firstName,Primary Address', 'x,x,x')).toBe(
      'last first address1',
    );
    for (const email of ['Guardian1 Email', 'Parent/Guardian 1 Email', 'Contact1_Email']) {
      expect(fieldsOf(`Last name,${email}`, 'x,x')).toBe('last parentEmail');
    }
  });

  it("are suggested if a word and the contents agree, but not if they're about someone else", () => {
    const cells = 'Lee,ann@s.example.org,9075550101';
    expect(fieldsOf('Last name,Student_Web_ID Email,Best Phone to Call', cells)).toBe('last email phone');
    expect(fieldsOf('Last name,Email of Parent at Home,Mother Phone', cells)).toBe('last parentEmail null');
    expect(fieldsOf('Last name,Counselor Email,Emergency Phone No', cells)).toBe('last null null');
    expect(fieldsOf('Last name,Web Email Status,Phone Plan', 'Lee,active,basic')).toBe('last null null');
  });

  it('have no usual name in common', () => {
    const named = COLUMN_FIELDS.flatMap((field) => {
      const names = (USUAL_NAMES[field] ?? '').split('|').filter((name) => name !== '');
      return [...new Set(names.map(csvHeaderKey))].map((key) => ({ key, field }));
    });
    const keys = named.map(({ key }) => key);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(named.filter(({ key, field }) => (knownCsvField(key) ?? field) !== field)).toEqual([]);
  });
});
