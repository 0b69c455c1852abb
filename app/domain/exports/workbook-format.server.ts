import type { ExportFormat, ExportTable, OpenedTable } from './export-format.ts';
import {
  FIRST_PARTS,
  HEADER_STYLE,
  lastParts,
  sheetBeginning,
  sheetEnd,
  sheetPart,
  TEXT_STYLE,
} from './workbook-parts.ts';
import { ZipStream } from './zip-stream.server.ts';

/** Excel's limits: rows of a sheet, with the header, and characters of a cell. */
export const SHEET_ROWS_MAX = 1_048_576;
const CELL_MAX = 32_767;
/** A sheet's XML must be smaller than 4 GB in UTF-8. */
const SHEET_CHARACTERS_MAX = 2_500_000_000;

/** Separates two sheets in the text of rows. XML can't contain this character. */
const NEXT_SHEET = '\f';

/** An Excel workbook whose cells are all text, so that none is a formula, a number, or a date. */
export const WORKBOOK: ExportFormat = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  open: (table) => workbook(table),
};

/** Opens a workbook. `rowsMax` is for tests. */
export function workbook({ headers, order }: ExportTable, rowsMax = SHEET_ROWS_MAX): OpenedTable {
  const sheet = { rows: 1, characters: 0 };
  const row = (cells: readonly string[]) => {
    const isFull = sheet.rows >= rowsMax || sheet.characters > SHEET_CHARACTERS_MAX;
    if (isFull) Object.assign(sheet, { rows: 1, characters: 0 });
    sheet.rows += 1;
    const xml = rowXml(sheet.rows, cells);
    sheet.characters += xml.length;
    return isFull ? NEXT_SHEET + xml : xml;
  };
  return {
    row: (json) => row(cellsOf(json, TEXT_STYLE)),
    group: (json, lines) => {
      const start = cellsOf(json, TEXT_STYLE);
      let xml = '';
      for (const line of lines.split('\n')) {
        const cells = start.concat(cellsOf(line, TEXT_STYLE));
        xml += row(order === null ? cells : order.map((index) => cells[index] ?? ''));
      }
      return xml;
    },
    file: (rows) => workbookFile(headers, rows),
  };
}

async function* workbookFile(
  headers: readonly string[],
  rows: AsyncGenerator<string, void>,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipStream();
  const beginning =
    sheetBeginning(headers.map(widthOf)) + rowXml(1, cellsOf(JSON.stringify(headers), HEADER_STYLE));
  const end = sheetEnd(`A1:${columnName(headers.length - 1)}${SHEET_ROWS_MAX}`);
  const names: string[] = [];
  const beginSheet = async () => {
    if (names.length > 0) await zip.write(end);
    names.push(`Sheet${names.length + 1}`);
    await zip.begin(sheetPart(names.length));
    await zip.write(beginning);
  };
  try {
    for (const [name, xml] of FIRST_PARTS) {
      await zip.begin(name);
      await zip.write(xml);
    }
    await beginSheet();
    yield* availableBytes(zip);
    for await (const text of rows) {
      for (const [index, xml] of text.split(NEXT_SHEET).entries()) {
        if (index > 0) await beginSheet();
        await zip.write(xml);
      }
      yield* availableBytes(zip);
    }
    await zip.write(end);
    for (const [name, xml] of lastParts(names)) {
      await zip.begin(name);
      await zip.write(xml);
    }
    await zip.end();
    yield* availableBytes(zip);
  } finally {
    zip.discard();
  }
}

function* availableBytes(zip: ZipStream): Generator<Uint8Array, void> {
  const bytes = zip.take();
  if (bytes !== null) yield bytes;
}

/** A cell's XML before its row number, by column. */
const CELL_STARTS = Array.from({ length: 200 }, (_, index) => cellStart(index));

function cellStart(index: number): string {
  return `<c r="${columnName(index)}`;
}

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function rowXml(number: number, cells: readonly string[]): string {
  let xml = `<row r="${number}">`;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? '';
    if (cell !== '') xml += `${CELL_STARTS[index] ?? cellStart(index)}${number}${cell}`;
  }
  return `${xml}</row>`;
}

/** In the JSON of a row, what `textXml` or `JSON.parse` would change. Spaces at a text's ends need an attribute. */
const SPECIAL_ROW = /^\[\]$|[&<>\\\uFFFE\uFFFF]|_x|"\s|\s"/;

/**
 * Returns each cell's XML after its row number; empty for an empty cell. Nearly all rows need no parsing, which takes
 * twice as long and leaves more garbage.
 */
function cellsOf(json: string, style: number): string[] {
  const start = `" s="${style}" t="inlineStr"><is>`;
  if (json.length > CELL_MAX || SPECIAL_ROW.test(json)) {
    const texts = JSON.parse(json) as string[];
    return texts.map((text) => (text === '' ? '' : `${start}${textXml(text)}</is></c>`));
  }
  const plainStart = `${start}<t>`;
  const plainTexts = json.slice('["'.length, -'"]'.length).split('","');
  return plainTexts.map((text) => (text === '' ? '' : `${plainStart}${text}</t></is></c>`));
}

/** Characters that need more than being written as they are. Surrogates are only matched without their pair. */
const SPECIAL = /[&<>\u0000-\u001F\uFFFE\uFFFF\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/u;
const EACH_SPECIAL = /[&<>\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function textXml(text: string): string {
  const shown = text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text;
  const escaped = SPECIAL.test(shown)
    ? shown.replace(EACH_SPECIAL, (character) => ENTITIES[character] ?? escapedCode(character))
    : shown;
  const preservesSpace = /^\s|\s$|[\n\t]/.test(shown);
  return preservesSpace ? `<t xml:space="preserve">${escaped}</t>` : `<t>${escaped}</t>`;
}

/** Writes a character that XML can't contain like Excel does, as _x0001_. */
function escapedCode(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Widths in characters, by the end of a header. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/\bid$|email$/, 38],
  [/staff|schools|notes|comment/, 40],
  [/name|submitted by|address1|^address$|^school/, 28],
  [/updated|downloaded/, 27],
];
const WIDTH_MIN = 12;

function widthOf(header: string): number {
  const known = WIDTHS.find(([pattern]) => pattern.test(header))?.[1];
  return known ?? Math.max(WIDTH_MIN, header.length + 3);
}
