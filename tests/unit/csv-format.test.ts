import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import { unguardedCell } from '#app/lib/formula-guard.ts';

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

  it('never begins a formula, and reads back to what it was', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (cells) => {
        const [line] = parse(csvLines([cells]), { relax_column_count: true });
        expect(line?.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
        expect(line?.map(unguardedCell)).toEqual(cells);
      }),
    );
  });
});
