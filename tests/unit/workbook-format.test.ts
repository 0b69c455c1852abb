import fc from 'fast-check';
import { unzipSync, strFromU8 } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ExportTable } from '#app/domain/exports/export-format.ts';
import { workbook } from '#app/domain/exports/workbook-format.server.ts';
import { workbookSheets } from '#app/lib/csv/workbook.ts';
import { STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';

const TABLE: ExportTable = { headers: ['banner code', 'name'], order: null };

/** Returns the file of these rows. */
async function fileOf(rows: readonly (readonly string[])[], { table = TABLE, rowsMax }: Options = {}) {
  const opened = workbook(table, rowsMax);
  return bytesOf(opened.file(piecesOf(rows.map((row) => opened.row(JSON.stringify(row))))));
}

interface Options {
  readonly table?: ExportTable;
  readonly rowsMax?: number;
}

async function* piecesOf(pieces: readonly string[]): AsyncGenerator<string, void> {
  yield* await Promise.resolve(pieces);
}

async function bytesOf(chunks: AsyncIterable<string | Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

async function sheetsOf(file: Uint8Array) {
  const { sheets } = await readXlsx(file, { readStyles: true });
  return sheets;
}

function xmlOf(file: Uint8Array, part: string): string {
  return strFromU8(unzipSync(file)[part] ?? new Uint8Array());
}

describe('an exported workbook', () => {
  it('keeps the zero of a banner code, and formulas, numbers, and dates as text', async () => {
    const rows = [
      ['021099', '=HYPERLINK("x")'],
      ['0012', '+1 907'],
      ['2026-01-02', '1e5'],
      ['', "'quoted"],
    ];
    const file = await fileOf(rows);
    const [sheet] = await sheetsOf(file);
    expect(sheet?.rows).toEqual([['banner code', 'name'], ...rows.slice(0, 3), [null, "'quoted"]]);
    const xml = xmlOf(file, 'xl/worksheets/sheet1.xml');
    expect(xml).not.toMatch(/<f[ >]|<v>/);
    expect(xml.match(/<c /g)).toHaveLength(xml.match(/t="inlineStr"/g)?.length ?? 0);
  });

  it('has a bold header row that stays in view, and cells that Excel keeps as text when they are edited', async () => {
    const file = await fileOf([['021099', 'Aurora High']]);
    const [sheet] = await sheetsOf(file);
    expect(sheet?.freezePane).toEqual({ rows: 1 });
    expect(sheet?.cells?.get('0,0')?.style).toMatchObject({ font: { bold: true } });
    expect(sheet?.cells?.get('1,0')?.style).toMatchObject({ numFmt: '@' });
    expect(sheet?.cells?.get('1,0')?.style?.font?.bold).not.toBe(true);
    expect(xmlOf(file, 'xl/worksheets/sheet1.xml')).toContain('<col min="2" max="2" width="28"');
  });

  it('continues on a further sheet with the header when a sheet is full', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`${index}`, `School ${index}`]);
    const sheets = await sheetsOf(await fileOf(rows, { rowsMax: 4 }));
    const header = ['banner code', 'name'];
    expect(sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Sheet2', 'Sheet3']);
    expect(sheets.map((sheet) => sheet.rows)).toEqual([
      [header, ...rows.slice(0, 3)],
      [header, ...rows.slice(3, 6)],
      [header, ...rows.slice(6)],
    ]);
  });

  it('fills a sheet up to the last row that Excel has, and no further', () => {
    const { row } = workbook({ headers: ['name'], order: null });
    let begun = 0;
    for (let count = 0; count < 1_048_574; count += 1) if (row('["x"]').startsWith('\f')) begun += 1;
    expect(begun).toBe(0);
    expect(row('["x"]')).toMatch(/^<row r="1048576">/);
    expect(row('["x"]')).toMatch(/^\f<row r="2">/);
  });

  it('does not begin a further sheet when the rows just fit', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => [`${index}`, 'School']);
    expect(await sheetsOf(await fileOf(rows, { rowsMax: 4 }))).toHaveLength(1);
  });

  it('has only its header when there are no rows', async () => {
    const [sheet] = await sheetsOf(await fileOf([]));
    expect(sheet?.rows).toEqual([['banner code', 'name']]);
  });

  it('repeats the cells of a group, and puts columns in the chosen order', async () => {
    const table = { headers: ['last', 'name', 'first'], order: [2, 0, 1] };
    const opened = workbook(table);
    const group = opened.group('["Aurora"]', '["Ann","Ash"]\n["Ben","Birch"]');
    const [sheet] = await sheetsOf(await bytesOf(opened.file(piecesOf([group]))));
    expect(sheet?.rows).toEqual([
      ['last', 'name', 'first'],
      ['Ash', 'Aurora', 'Ann'],
      ['Birch', 'Aurora', 'Ben'],
    ]);
  });

  it('is legal XML that reads back as the same text, whatever the text is', async () => {
    const illegal = /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.array(
            fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('_x0041_', 'a\r\nb', ' x ', '\t')),
            {
              minLength: 2,
              maxLength: 2,
            },
          ),
          { minLength: 1, maxLength: 5 },
        ),
        async (rows) => {
          const file = await fileOf(rows);
          expect(illegal.test(xmlOf(file, 'xl/worksheets/sheet1.xml'))).toBe(false);
          const [sheet] = await sheetsOf(file);
          const read = rows.map((_, at) => [0, 1].map((index) => sheet?.rows[at + 1]?.[index] ?? ''));
          expect(read).toEqual(rows);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("restores texts that begin like a formula when the students' import reads it", async () => {
    const table = { headers: ['First name', 'Last name', 'Zip'], order: null };
    const rows = [
      ['=Ann', "-O'Brien", '02108'],
      ['@Ben', '+Birch', '99801'],
    ];
    const [sheet] = await workbookSheets(await fileOf(rows, { table }), STUDENT_CSV);
    expect(sheet?.lines.map(({ cells }) => cells)).toEqual([table.headers, ...rows]);
  });

  it('cuts a text that is longer than an Excel cell may be', async () => {
    const [sheet] = await sheetsOf(await fileOf([['1', 'x'.repeat(40_000)]]));
    expect(String(sheet?.rows[1]?.[1])).toHaveLength(32_767);
  });
});
