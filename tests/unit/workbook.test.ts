import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbookSheets } from '#app/lib/csv/workbook.ts';
import { CsvImportError } from '#app/lib/csv/csv-text.ts';
import { STUDENT_CSV } from '#app/students/csv/student-csv-kind.ts';
import { claimingSize, STYLE, type SheetCell, workbook } from '#tests/support/workbook.ts';

const sheet = (...rows: (readonly SheetCell[])[]) => workbook([{ name: 'Students', rows }]);
const read = (file: Uint8Array) => workbookSheets(file, STUDENT_CSV);
const cellsOf = async (file: Uint8Array) => (await read(file))[0]?.lines.map(({ cells }) => cells);
const UNREADABLE =
  "We can't read this Excel file. Save it again as an Excel workbook (.xlsx) without a password, or as CSV.";

describe('the cells of a workbook', () => {
  it('are read as they look, with leading zeros, and dates as YYYY-MM-DD', async () => {
    const file = sheet([
      [2108, STYLE.zip],
      [99801],
      [9075550123, STYLE.phone],
      [39886, STYLE.date],
      [39886.5, STYLE.writtenDate],
      [9075550123],
      'Ŭñï & Ωλ',
    ]);
    expect(await cellsOf(file)).toEqual([
      ['02108', '99801', '(907) 555-0123', '2009-03-14', '2009-03-14', '9075550123', 'Ŭñï & Ωλ'],
    ]);
  });

  it('keep the time that they show, in lists that have times', async () => {
    const cells = [
      [43528.604166666664, STYLE.dateTime],
      [43528, STYLE.dateTime],
      [43528.6, STYLE.date],
      [43528.6, STYLE.writtenDate],
    ] as const;
    const [list] = await workbookSheets(sheet(cells), { ...STUDENT_CSV, hasTimes: true });
    expect(list?.lines[0]?.cells).toEqual(['2019-03-04 14:30:00', '2019-03-04', '2019-03-04', '2019-03-04']);
    expect(await cellsOf(sheet(cells))).toEqual([Array.from({ length: 4 }, () => '2019-03-04')]);
  });

  it('count days from 1904 in workbooks of older Macs', async () => {
    const rows = [[[39886 - 1462, STYLE.date] as const]];
    const usual = workbook([{ name: 'S', rows }]);
    expect(await cellsOf(usual)).toEqual([['2005-03-13']]);
    const xml = `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    expect(await cellsOf(workbook([{ name: 'S', rows }], { 'xl/workbook.xml': strToU8(xml) }))).toEqual([
      ['2009-03-14'],
    ]);
  });

  it('never have a formula evaluated: they have the value that was saved, or none', async () => {
    const file = sheet([
      { xml: '<c t="str"><f>CONCATENATE("a","b")</f><v>saved</v></c>' },
      { xml: '<c><f>1+1</f></c>' },
      { xml: `<c s="${STYLE.date}"><f>DATE(2009,3,14)</f><v>39886</v></c>` },
      { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
      { xml: '<c t="b"><v>1</v></c>' },
      { xml: '<c t="b"><v>0</v></c>' },
      '=HYPERLINK("x")',
    ]);
    expect(await cellsOf(file)).toEqual([
      ['saved', '', '2009-03-14', '#DIV/0!', 'Yes', 'No', '=HYPERLINK("x")'],
    ]);
  });

  it('may be surrounded by formatted empty cells, whose number does not matter', async () => {
    const empty = { xml: `<c s="${STYLE.zip}"/>` };
    const blanks = (count: number) => Array.from({ length: count }, () => empty);
    const list = [['First name', ...blanks(300)], ['Ann'], ['Bo', empty, 'Lee']];
    const expected = [['First name'], ['Ann'], ['Bo', '', 'Lee']];
    expect(await cellsOf(sheet(...list, ...Array.from({ length: 5_200 }, () => blanks(1))))).toEqual(
      expected,
    );
    expect(await cellsOf(sheet(...list, ...Array.from({ length: 1_500 }, () => blanks(190))))).toEqual(
      expected,
    );
  }, 30_000);

  it('are read with comments, character data, and rich text, as any XML parser would', async () => {
    const xml = `<worksheet><sheetData><row r="1"><!-- <c r="A1"><v>9</v></c> --><c note="a>b" r="B1" t="inlineStr"><is><t><![CDATA[</c> x]]></t></is></c><c r="C1" t="inlineStr"><is><r><t>Ann</t></r><r><t xml:space="preserve"> Lee</t></r></is></c></row></sheetData></worksheet>`;
    const file = workbook([{ name: 'S', rows: [] }], { 'xl/worksheets/sheet1.xml': strToU8(xml) });
    expect(await cellsOf(file)).toEqual([['', '</c> x', 'Ann Lee']]);
  });

  it('are read with shared texts in a part of any name', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'strings1.xml')}</Relationships>`;
    const file = workbook([{ name: 'S', rows: [[{ xml: '<c t="s"><v>0</v></c>' }]] }], {
      'xl/_rels/workbook.xml.rels': strToU8(relations),
      'xl/strings1.xml': strToU8('<sst><si><t>Ann</t></si></sst>'),
    });
    expect(await cellsOf(file)).toEqual([['Ann']]);
  });

  it('are read without their addresses, which some programs omit', async () => {
    const xml =
      '<worksheet><sheetData><row><c><v>1</v></c><c/><c t="str"><v>b</v></c></row><row r="4"><c><v>2</v></c></row></sheetData></worksheet>';
    const file = workbook([{ name: 'S', rows: [] }], { 'xl/worksheets/sheet1.xml': strToU8(xml) });
    expect((await read(file))[0]?.lines).toEqual([
      { number: 1, cells: ['1', '', 'b'] },
      { number: 4, cells: ['2'] },
    ]);
  });

  it("keep the spreadsheet's row numbers, without empty rows", async () => {
    const [read0] = await read(sheet(['Title'], [''], [], ['First name'], ['Ann']));
    expect(read0?.lines.map(({ number, cells }) => [number, cells[0]])).toEqual([
      [1, 'Title'],
      [4, 'First name'],
      [5, 'Ann'],
    ]);
  });
});

describe('the sheets of a workbook', () => {
  it('are those that are visible and not empty', async () => {
    const sheets = await read(
      workbook([
        { name: 'Notes', rows: [['For the office']] },
        { name: 'Empty', rows: [[' ']] },
        { name: 'Hidden', isHidden: true, rows: [['secret']] },
        { name: 'Juniors', rows: [['First name'], ['Ann']] },
      ]),
    );
    expect(sheets.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['Notes', 1],
      ['Juniors', 2],
    ]);
  });
});

describe('a workbook', () => {
  it.each([
    ['empty', sheet(), 'The file is empty.'],
    ['cut off', sheet(['Ann']).subarray(0, 400), UNREADABLE],
    ['only the beginning', strToU8('PK\u0003\u0004\0\0'), UNREADABLE],
    ['another kind of zip file', zipSync({ 'letter.txt': strToU8('Hello') }), UNREADABLE],
    ['too large', new Uint8Array(5 * 1024 * 1024 + 1), 'The file is larger than 5 MB.'],
    [
      'too many rows',
      sheet(...Array.from({ length: 5_001 }, () => ['Ann'])),
      'The file has more than 5,000 rows.',
    ],
    [
      'too many columns',
      sheet(Array.from({ length: 201 }, () => 'x')),
      'The file has more than 200 columns.',
    ],
    [
      'a cell that is too long',
      sheet(['x'.repeat(2_001)]),
      'The cell in row 1, column 1 has more than 2,000 characters.',
    ],
  ])('is refused with the reason: %s', async (_name, file, message) => {
    expect(await outcomeOf(file)).toBe(message);
  });

  it('is refused without unpacking it if it would become too large', async () => {
    const bomb = workbook([{ name: 'S', rows: [['Ann']] }], {
      'xl/sharedStrings.xml': new Uint8Array(31_000_000),
    });
    expect(bomb.byteLength).toBeLessThan(100_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(await outcomeOf(bomb)).toBe('The Excel file contains too much data.');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('may not claim to be smaller than it is', async () => {
    const honest = workbook([{ name: 'S', rows: [['Ann']] }], {
      'xl/sharedStrings.xml': new Uint8Array(20_000_000).fill(65),
    });
    const lying = claimingSize(honest, 20_000_000, 100);
    expect(lying).not.toEqual(honest);
    const before = process.memoryUsage().arrayBuffers;
    expect((await read(lying))[0]?.lines).toHaveLength(1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('may not repeat the same bytes in many parts, compressed or not', async () => {
    const text = new Uint8Array(40_000).fill(65);
    const names = Array.from({ length: 9 }, (_, at) => `xl/worksheets/part${at}.xml`);
    const stored = zipSync({ 'xl/worksheets/part0.xml': [text, { level: 0 }] });
    expect(await outcomeOf(withSameEntry(stored, names))).toBe(UNREADABLE);
  });

  it('may not claim more parts than it has', async () => {
    const file = Buffer.from(sheet(['Ann']));
    const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
    for (const at of [8, 10]) file.writeUInt16LE(0xfffe, end + at);
    const started = performance.now();
    expect(await outcomeOf(file)).toBe(UNREADABLE);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('may not have more than 20 sheets', async () => {
    const sheets = Array.from({ length: 51 }, (_, at) => ({ name: `S${at}`, rows: [['Ann']] }));
    expect(await outcomeOf(workbook(sheets))).toBe('The file has more than 20 sheets.');
  });

  it.each(costlyWorkbooks())('is read or refused quickly with %s', async (_, build, outcome) => {
    const file = build();
    // CPU time, so that other load on the machine doesn't matter.
    const before = process.cpuUsage();
    expect(await outcomeOf(file)).toEqual(outcome);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(2_000_000);
  });

  it('may contain images and macros of any size, which are not unpacked', async () => {
    const file = workbook([{ name: 'S', rows: [['Ann']] }], {
      'xl/media/image1.png': new Uint8Array(40_000_000),
      'xl/vbaProject.bin': new Uint8Array(40_000_000),
    });
    expect(await cellsOf(file)).toEqual([['Ann']]);
  });
});

type Costly = readonly [what: string, build: () => Uint8Array, outcome: string | readonly string[][]];

/** Workbooks that need many times their size in memory, or minutes, unless their parts are checked first. */
function costlyWorkbooks(): Costly[] {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const cell = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Ann</t></is></c></row></sheetData>';
  const widths = () => '<col min="1" max="16384" width="2"/>'.repeat(700_000);
  const farCells = () => '<c r="XFD9" s="1"/>'.repeat(60_000);
  const numbers = Array.from({ length: 5_000 }, () => Array.from({ length: 12 }, () => [1, 0] as const));
  const withPart = (name: string, xml: string, rows: Parameters<typeof workbook>[0][0]['rows'] = [['Ann']]) =>
    workbook([{ name: 'S', rows }], { [name]: strToU8(xml) });
  const withSheet = (xml: string) =>
    withPart('xl/worksheets/sheet1.xml', `<worksheet ${main}>${xml}</worksheet>`);
  const withStyles = (xml: string, rows?: Parameters<typeof withPart>[2]) =>
    withPart('xl/styles.xml', `<styleSheet ${main}>${xml}</styleSheet>`, rows);
  const longFormat = `<numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(90_000)}"/></numFmts>`;
  const tooMuch = 'The Excel file contains too much data.';
  const ann = [['Ann']];
  return [
    ['column widths', () => withSheet(`<cols>${widths()}</cols>${cell}`), ann],
    ['a prefixed element of column widths', () => withSheet(`<x:cols/>${cell}`), ann],
    [
      'two lists of column widths',
      () => withSheet(`<cols></cols><cols>${widths()}</cols>${cell}`),
      UNREADABLE,
    ],
    ['column widths without an end', () => withSheet(`<cols>${widths()}${cell}`), UNREADABLE],
    ['column widths within a text', () => withSheet(cell.replace('<t>', `<cols>${widths()}</cols><t>`)), ann],
    ['cells far to the right', () => withSheet(cell.replace('</row>', `${farCells()}</row>`)), ann],
    ['many styles', () => withStyles(`<cellXfs>${'<xf/>'.repeat(400_001)}</cellXfs>`), tooMuch],
    [
      'a long number format',
      () => withStyles(`${longFormat}<cellXfs><xf numFmtId="164"/></cellXfs>`, numbers),
      UNREADABLE,
    ],
    [
      'many shared texts',
      () => withPart('xl/sharedStrings.xml', `<sst ${main}>${'<si/>'.repeat(1_000_001)}</sst>`),
      tooMuch,
    ],
  ];
}

/** Returns the cells of the first sheet, or why the file is refused. */
function outcomeOf(file: Uint8Array) {
  return cellsOf(file).catch((error: unknown) => {
    expect(error).toBeInstanceOf(CsvImportError);
    return (error as CsvImportError).message;
  });
}

/** Returns an archive of one entry with more entries in its directory that have the same bytes. */
function withSameEntry(archive: Uint8Array, names: readonly string[]): Uint8Array {
  const file = Buffer.from(archive);
  const start = file.indexOf(Buffer.from('PK\u0001\u0002'));
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const entries = names.map((name) => {
    const entry = Buffer.from(file.subarray(start, end));
    entry.write(name, 46, 'latin1');
    return entry;
  });
  const tail = Buffer.from(file.subarray(end));
  tail.writeUInt16LE(names.length, 8);
  tail.writeUInt16LE(names.length, 10);
  return Buffer.concat([file.subarray(0, start), ...entries, tail]);
}
