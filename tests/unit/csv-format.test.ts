import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines, csvLinesOfJson, csvStartOfJson } from '#app/domain/exports/csv-format.ts';
import { unguardedCell } from '#app/lib/csv/formula-guard.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from('=+-@\t\r\n",\'; a1')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

describe('a CSV cell', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=a,"b"', '"\'=a,""b"""'],
    ['a\nb', '"a\nb"'],
    ['a=b', 'a=b'],
    ["'=1+1", "''=1+1"],
    ["''@x", "'''@x"],
    ["'Okina", "'Okina"],
  ])('%j is written %j', (input, expected) => {
    expect(csvLines([[input, 'end']])).toBe(`${expected},end\r\n`);
  });

  it('never starts a formula, and can be read back unchanged', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (cells) => {
        const [line] = parse(csvLines([cells]), { relax_column_count: true });
        expect(line?.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
        expect(line?.map(unguardedCell)).toEqual(cells);
      }),
    );
  });
});

describe('a row that PostgreSQL gives as JSON', () => {
  const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });

  it('is written as the library writes its cells', () => {
    fc.assert(
      fc.property(rows, (rows) => {
        expect(csvLinesOfJson(rows.map((cells) => JSON.stringify(cells)).join('\n'))).toBe(csvLines(rows));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is written as the library writes its cells after those that begin the line', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), rows, (start, rows) => {
        const lines = csvLinesOfJson(
          rows.map((cells) => JSON.stringify(cells)).join('\n'),
          csvStartOfJson(JSON.stringify(start)),
        );
        expect(lines).toBe(csvLines(rows.map((row) => [...start, ...row])));
      }),
    );
  });

  it.each([
    [[', ']],
    [[',', ',']],
    [['', ', ', '']],
    [['a', '']],
    [['", "']],
    [['\\']],
    [['$&', '$1']],
    [["'"]],
    [["'=1"]],
  ])('with %j is written as the library writes it', (cells) => {
    expect(csvLinesOfJson(JSON.stringify(cells))).toBe(csvLines([cells]));
  });
});
