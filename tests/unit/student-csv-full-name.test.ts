import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from 'vitest';
import { importReducer } from '#app/components/designate/import/import-state.ts';
import { errorsCsv } from '#app/students/csv/student-csv-errors.ts';
import { splitFullName } from '#app/students/csv/student-csv-full-name.ts';
import { openedImport, previewed, studentsOf } from '#tests/support/csv-import.ts';

describe('a full name', () => {
  it.each([
    ['Lee, Ann', 'Ann||Lee|'],
    ['Lee, Ann Marie', 'Ann|Marie|Lee|'],
    ['de la Cruz, Ana Luz', 'Ana|Luz|de la Cruz|'],
    ['Lee Jr., Bo', 'Bo||Lee Jr.|'],
    ['Lee, Bo, Jr.', 'Bo||Lee Jr.|'],
    ['Lee, Jr., Bo', 'Bo||Lee Jr.|'],
    ['Bo Lee, Jr.', 'Bo||Lee Jr.|'],
    ['Lee, Ann Jr.', 'Ann||Lee Jr.|'],
    ['Smith, John A Jr', 'John|A|Smith Jr|'],
    ['Lee, Ann III', 'Ann||Lee III|'],
    ['Lee, Ann V', 'Ann|V|Lee|'],
    ['Ann Lee', 'Ann||Lee|'],
    ['Ann Marie Lee', 'Ann|Marie|Lee|'],
    ['Ana de la Cruz', 'Ana||de la Cruz|'],
    ['Bo Kim III', 'Bo||Kim III|'],
    ['Lee, Annabelle (Annie)', 'Annabelle||Lee|Annie'],
    ['Annabelle "Annie" Lee', 'Annabelle||Lee|Annie'],
    ['Núñez-O’Rourke,  Ŭñï', 'Ŭñï||Núñez-O’Rourke|'],
    ['Van Ness', 'Van||Ness|'],
    ['Cher', 'Cher|||'],
    ['', '|||'],
    [', ', '|||'],
  ])('%s is split', (text, expected) => {
    const { first, middle, last, preferred } = splitFullName(text);
    expect([first, middle, last, preferred].join('|')).toBe(expected);
  });
});

const REST = 'DOB,Street,City,Zip,Phone,Student Email';
const CELLS = '3/14/2010,1 A St,Juneau,99801,9075550123';
const FILE = `Student Name,${REST}\n"Lee, Ann Marie",${CELLS},a@s.example.org\nBo Kim Olson,${CELLS},b@s.example.org\n`;

describe('a column of full names', () => {
  it('is suggested for Student Name and LastFirst, and fills in the names', () => {
    for (const header of ['Student Name', 'LastFirst', 'Student', 'Name', 'students.lastfirst']) {
      const state = openedImport(FILE.replace('Student Name', header));
      expect(state.columns[0]).toMatchObject({ field: 'fullName', origin: 'SUGGESTED' });
    }
    expect(studentsOf(previewed(FILE))).toMatchObject([
      { first: 'Ann', middle: 'Marie', last: 'Lee' },
      { first: 'Bo', middle: 'Kim', last: 'Olson' },
    ]);
  });

  it('warns where the split is a guess, until a name is edited', () => {
    const state = previewed(FILE);
    const warnings = () => state.rows.map(({ remarks }) => remarks.last?.warning);
    expect(warnings()).toEqual([
      undefined,
      'Warning: check where the first name ends and the last name starts.',
    ]);
    const edited = importReducer(state, {
      type: 'edit',
      edits: [{ number: 3, field: 'last', text: 'Kim Olson' }],
    });
    expect(edited.rows[1]?.remarks.last).toBeUndefined();
    expect(edited.rows[1]?.student).toMatchObject({ first: 'Bo', middle: 'Kim', last: 'Kim Olson' });
  });

  it('gives way to columns of their own', () => {
    const both = FILE.replace('Student Name,', 'Student Name,Last name,').replaceAll(
      `,${CELLS}`,
      `,X,${CELLS}`,
    );
    expect(studentsOf(previewed(both)).map(({ first, last }) => `${first} ${last}`)).toEqual([
      'Ann X',
      'Bo X',
    ]);
  });

  it('is written as names of their own into the file with the Errors column', () => {
    const state = importReducer(previewed(FILE), {
      type: 'edit',
      edits: [{ number: 2, field: 'first', text: 'Anne' }],
    });
    const [header, ...rows] = parse(errorsCsv(state, stringify), { bom: true });
    expect(header?.slice(0, 4)).toEqual(['First name', 'Middle name', 'Last name', 'Preferred name']);
    expect(rows.map((cells) => cells.slice(0, 4))).toEqual([
      ['Anne', 'Marie', 'Lee', ''],
      ['Bo', 'Kim', 'Olson', ''],
    ]);
  });

  it('needs no other column for first and last names', () => {
    const state = importReducer(openedImport(FILE), { type: 'columnsDone' });
    expect(state.stage).toBe('preview');
    expect(state.rows.every(({ isReady }) => isReady)).toBe(true);
  });
});
