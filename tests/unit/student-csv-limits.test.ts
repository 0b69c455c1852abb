import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { importReducer, startImport } from '#app/components/designate/import/import-state.ts';
import { CSV_FIELDS, csvHeaderKey, csvHeaderOf } from '#app/schemas/student-csv-columns.ts';
import { dateReadingOf, dayOfCell, USUAL_DATE_READING } from '#app/students/csv/student-csv-dates.ts';
import { SCHOOL_CSV } from '#app/schemas/school-csv-kind.ts';
import { POSTED_STUDENT_CSV, STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import { findHeader } from '#app/students/csv/student-csv-header.ts';
import { csvLinesOf } from '#app/lib/csv/csv-table.ts';
import { MAX_CSV_BYTES } from '#app/lib/csv/csv-text.ts';
import { StudentSchema } from '#app/schemas/student.ts';
import {
  emptyForms,
  IMPORT_DEFAULTS,
  openedImport,
  previewed,
  studentsOf,
} from '#tests/support/csv-import.ts';

/** Cells that are slow in rules with quadratic time: with 100,000 characters, those would take minutes. */
const HOSTILE = {
  'blanks inside': (length: number) => `x${' '.repeat(length - 2)}y`,
  'opening brackets': (length: number) => '('.repeat(length),
  'closed brackets in open ones': (length: number) => '[(a)'.repeat(length / 4),
  'at signs': (length: number) => 'a@'.repeat(length / 2),
  'an address of dots': (length: number) => `a@${'.'.repeat(length - 3)}@`,
  midnights: (length: number) => `x${' 00:00:00'.repeat(length / 10)}`.padEnd(length, 'x'),
  'a midnight of zeros': (length: number) => `T0:00:00.${'0'.repeat(length - 10)}x`,
  weekdays: (length: number) => 'day '.repeat(length / 4),
  apostrophes: (length: number) => `x${"'".repeat(length - 1)}`,
  digits: (length: number) => '1'.repeat(length),
  'piled accents': (length: number) => `${'ab'.repeat(length / 4)}${'\u0315\u0300'.repeat(length / 4)}`,
} as const;
const LENGTH = 100_000;
const cells = Object.entries(HOSTILE).map(([name, of]) => ({ name, long: of(LENGTH), longest: of(2_000) }));

const COLUMNS = CSV_FIELDS.map(csvHeaderOf);
const rowWith = (cell: string, at: number) => COLUMNS.map((_header, index) => (index === at ? cell : ''));
const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n');

/** CPU seconds, so that other load on the machine doesn't matter. */
function secondsOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

describe('a cell of 100,000 characters', () => {
  it('is refused in every column, quickly', () => {
    const seconds = secondsOf(() => {
      for (const { long } of cells) {
        for (const at of COLUMNS.keys()) {
          const columnProblem = `column ${at + 1} has more than 2,000 characters.`;
          const inRow = csvOf([COLUMNS, rowWith(long, at)]);
          expect(() => openedImport(inRow)).toThrow(`The cell in row 2, ${columnProblem}`);
        }
        const asHeader = csvOf([[...COLUMNS, long], rowWith('Ann', 0)]);
        expect(() => openedImport(asHeader)).toThrow(
          'The cell in row 1, column 16 has more than 2,000 characters',
        );
        expect(() => openedImport(`${long}\n${csvOf([COLUMNS])}`)).toThrow(
          'The cell in row 1, column 1 has more',
        );
      }
    });
    expect(seconds).toBeLessThan(10);
  });

  it.each(cells)('costs no rule more than its length ($name)', ({ long }) => {
    const lines = [
      { number: 1, cells: [...COLUMNS, long] },
      ...COLUMNS.map((_header, at) => ({ number: at + 2, cells: rowWith(long, at) })),
    ];
    const seconds = secondsOf(() => {
      expect(csvHeaderKey(long).length).toBeLessThanOrEqual(60);
      expect(findHeader([{ number: 1, cells: [long] }], () => false).isSure).toBe(false);
      expect(dateReadingOf(long, [long], IMPORT_DEFAULTS.today).question).toBeNull();
      expect(dayOfCell(long, USUAL_DATE_READING, IMPORT_DEFAULTS.today)).toBeNull();
      const started = startImport(
        { sheets: [{ name: '', lines }], remembered: {}, name: 'x' },
        IMPORT_DEFAULTS,
        emptyForms(9),
      );
      const named = importReducer(started, { type: 'header', at: 0 });
      const { stage, rows } = importReducer(named, { type: 'columnsDone' });
      expect(stage).toBe('preview');
      expect(rows.map(({ isReady }) => isReady)).toEqual(COLUMNS.map(() => false));
      const shown = `“${long.slice(0, 60)}” isn't`;
      expect(['dateOfBirth', 'state', 'twin'].map((field) => remarkOf(rows, field))).toEqual([
        { error: `${shown} a date in the format mm/dd/yyyy.`, isUnread: true },
        { error: `${shown} a state.`, isUnread: true },
        { error: `${shown} yes, no, Y, or N.`, isUnread: true },
      ]);
      expect(['first', 'middle', 'last', 'preferred'].map((field) => remarkOf(rows, field)?.error)).toEqual(
        Array(4).fill('Must be at most 100 characters.'),
      );
    });
    expect(seconds).toBeLessThan(3);
  });
});

function remarkOf(rows: ReturnType<typeof previewed>['rows'], field: string) {
  const at = CSV_FIELDS.findIndex((known) => known === field);
  return rows[at]?.remarks[CSV_FIELDS[at] ?? 'first'];
}

describe('the largest file', () => {
  it('is read quickly even if every cell has the maximum length', () => {
    const row = (number: number) =>
      COLUMNS.map((_header, at) =>
        at % 2 === 0 ? '' : (cells[(number + at) % cells.length]?.longest ?? ''),
      );
    const rows = cells.map((_cell, number) => row(number).join(',')).join('\n');
    const times = Math.floor((MAX_CSV_BYTES - 1_000) / Buffer.byteLength(`${rows}\n`));
    const file = [COLUMNS.join(','), ...Array<string>(times).fill(rows)].join('\n');
    let found = 0;
    const seconds = secondsOf(() => {
      found = previewed(file).rows.length;
    });
    expect(found).toBe(times * cells.length);
    expect(seconds).toBeLessThan(5);
  });

  it('has 60,000 cells if the server reads it', () => {
    const wide = Array<string>(200).fill('x').join(',');
    const lines = (count: number) => Array<string>(count).fill(wide).join('\n');
    for (const kind of [POSTED_STUDENT_CSV, SCHOOL_CSV]) {
      expect(csvLinesOf(lines(300), parse, kind)).toHaveLength(300);
      expect(() => csvLinesOf(lines(301), parse, kind)).toThrow('The file has more than 60,000 cells.');
    }
  });

  it('counts no empty rows, and no empty cells at the end of a row', () => {
    const list = ['First name,Last name', 'Ann,Lee', 'Bo,Kim'];
    for (const empty of [Array<string>(5_200).fill(',, '), Array<string>(1_500).fill(','.repeat(189))]) {
      for (const kind of [STUDENT_CSV, POSTED_STUDENT_CSV]) {
        const lines = csvLinesOf([...list, ...empty, 'Cy,Ray'].join('\n'), parse, kind);
        expect(lines.map(({ cells }) => cells.join(','))).toEqual([...list, 'Cy,Ray']);
        expect(lines.at(-1)?.number).toBe(empty.length + 4);
      }
    }
    const header = `First name,Last name${','.repeat(298)}`;
    expect(csvLinesOf(`${header}\nAnn,Lee`, parse, STUDENT_CSV)).toHaveLength(2);
  });

  it('has 250,000 cells, of up to 2,000 characters each', () => {
    const wide = Array<string>(200).fill('x').join(',');
    const lines = (count: number) => Array<string>(count).fill(wide).join('\n');
    expect(csvLinesOf(lines(1_250), parse, STUDENT_CSV)).toHaveLength(1_250);
    expect(() => csvLinesOf(lines(1_251), parse, STUDENT_CSV)).toThrow(
      'The file has more than 250,000 cells.',
    );
    expect(csvLinesOf(lines(1_250).replaceAll('\n', '\r'), parse, STUDENT_CSV)).toHaveLength(1_250);
    expect(() => csvLinesOf(','.repeat(1_000_001), parse, STUDENT_CSV)).toThrow(
      'The file has more than 250,000 cells.',
    );
    expect(() => csvLinesOf(`x\n${','.repeat(200)}x`, parse, STUDENT_CSV)).toThrow(
      'The file has more than 200 columns.',
    );
    const name = 'x'.repeat(2_000);
    expect(studentsOf(previewed(`First name,Last name\nAnn,${name}`))[0]?.last).toBe(name);
    expect(() => previewed(`First name,Last name\nAnn,${name}x`)).toThrow(
      'The cell in row 2, column 2 has more than 2,000 characters.',
    );
  });
});

it('a header is known by its beginning and without its inner hints', () => {
  expect(csvHeaderKey(`Email (optional)${' '.repeat(500)}(as in the register)`)).toBe('email');
  expect(csvHeaderKey('Twin ((y/n))')).toBe('twin');
  expect(csvHeaderKey('Name (legal) [required]')).toBe('namelegal');
});

it('a name that is short enough only in normal form C is accepted', () => {
  const written = 'e\u0302\u0301'.repeat(100);
  const first = StudentSchema.safeParse({ first: written }).error?.issues.filter(
    ({ path }) => path[0] === 'first',
  );
  expect(first).toEqual([]);
});
