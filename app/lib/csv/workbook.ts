import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { assertSize, CsvImportError, type CsvKind, tooLargeCsv } from './csv-text.ts';
import { type CsvLine, csvLinesOfRows, HEADER_SEARCH_LINES, MAX_CSV_ROWS } from './csv-table.ts';

/** A visible sheet of an Excel workbook that has at least one filled cell. */
export interface WorkbookSheet {
  readonly name: string;
  readonly lines: readonly CsvLine[];
}

/** Parts that contain texts, formats, and cells. Images, macros, and links to other files aren't unpacked. */
const NEEDED_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|xl\/(?:workbook|styles|[^/]*strings[^/]*)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const SHEET_PART = /^xl\/worksheets\//i;
const TEXTS_PART = /^xl\/[^/]*strings[^/]*$/i;
/** Limits of an archive: its parts, the bytes of those that are unpacked, and the sheets. */
const PARTS_MAX = 1_000;
const UNPACKED_MAX_BYTES = 30_000_000;
/** Limit of each part without cells, such as the styles, which need many times their size in memory. */
const PART_MAX_BYTES = 2_000_000;
const SHEETS_MAX = 20;
/** Excel's own limit. */
const FORMAT_MAX = 255;
/** A number format above Excel's limit, with room for escaped characters. It would be searched again for each cell. */
const LONG_FORMAT = /formatCode\s*=\s*(?:"[^"]{500}|'[^']{500})/;
const STYLES_PART = /^xl\/styles/i;
/** Tags of a text: its entry and the text itself, opened and closed. Sheets may have empty cells, too. */
const TAGS_PER_TEXT = 4;
const TAGS_PER_CELL = 12;
/** Two million texts. Each tag of a text is read as an object. */
const TEXT_TAGS_MAX = 8_000_000;
const TAG_START = '<'.charCodeAt(0);

const UNREADABLE =
  "We can't read this Excel file. Save it again as an Excel workbook (.xlsx) without a password, or as CSV.";

/** Number formats that only add zeros, brackets, and dashes, as for ZIP codes and phone numbers. */
const CODE_FORMAT = /^[0#()\-\s\\<>=[\]\d;]+$/;
/** What a number format may contain without showing it as a part of the time: texts and languages. */
const FORMAT_TEXTS = /"[^"]*"|\\.|\[\$[^\]]*\]/g;

/**
 * Reads the visible sheets of an Excel workbook, or only the named one, as their cells look in Excel, but with dates as
 * YYYY-MM-DD. Formulas aren't evaluated: cells have the value that Excel saved. On the server, it would block other requests.
 *
 * @throws {CsvImportError} when the file isn't a workbook, is empty, exceeds a limit when unpacked, or has no such sheet
 */
export async function workbookSheets(
  bytes: Uint8Array,
  kind: CsvKind,
  name?: string,
): Promise<WorkbookSheet[]> {
  assertSize(bytes, kind);
  const sheets = await readSheets(unpack(bytes, kind), kind, name);
  const filled = sheets
    .filter(({ rows }) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
    .map((sheet) => ({ name: sheet.name, lines: csvLinesOfRows(sheet.rows, kind) }));
  if (filled.length > 0) return filled;
  throw new CsvImportError(
    name === undefined ? 'The file is empty.' : `The workbook has no sheet named ${name}, or it's empty.`,
  );
}

/**
 * Reads a list from a workbook: the named sheet, or the one with the most known headers in a row, or the first of these.
 *
 * @throws {CsvImportError} like `workbookSheets`
 */
export async function workbookList(
  bytes: Uint8Array,
  kind: CsvKind,
  name?: string,
): Promise<readonly CsvLine[]> {
  const sheets = await workbookSheets(bytes, kind, name);
  const scored = sheets.map(({ lines }) => {
    const scores = lines
      .slice(0, HEADER_SEARCH_LINES)
      .map(({ cells }) => cells.filter((cell) => kind.isHeader(cell)).length);
    return { lines, known: Math.max(...scores) };
  });
  const [best] = scored.sort((one, other) => other.known - one.known);
  return best?.lines ?? [];
}

/** Returns the workbook without compression and other parts, so that reading it needs no more than its size. */
function unpack(bytes: Uint8Array, kind: CsvKind): Uint8Array {
  const { maxUnpackedBytes = UNPACKED_MAX_BYTES } = kind;
  let count = 0;
  const unpacked = { from: 0, to: 0 };
  try {
    const files: Record<string, Uint8Array> = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        count += 1;
        if (count > PARTS_MAX) throw new CsvImportError(UNREADABLE);
        if (!NEEDED_PARTS.test(name)) return false;
        unpacked.from += size;
        // Parts that aren't compressed are copied with this size, whatever the archive says about the other.
        const becomes = Math.max(size, originalSize);
        unpacked.to += becomes;
        if (
          unpacked.to > maxUnpackedBytes ||
          (becomes > PART_MAX_BYTES && !SHEET_PART.test(name) && !TEXTS_PART.test(name))
        ) {
          throw tooMuchData(kind);
        }
        // Only parts that share the same bytes add up to more than the file.
        if (unpacked.from > bytes.byteLength) throw new CsvImportError(UNREADABLE);
        return true;
      },
    });
    for (const [name, part] of Object.entries(files)) files[name] = readablePart(name, part, kind);
    return zipSync(files, { level: 0 });
  } catch (error) {
    throw error instanceof CsvImportError ? error : new CsvImportError(UNREADABLE);
  }
}

/** Returns a part without what needs many times its size to read, or refuses it. */
function readablePart(name: string, part: Uint8Array, kind: CsvKind): Uint8Array {
  const isSheet = SHEET_PART.test(name);
  const tagsMax = isSheet
    ? kind.maxCells * TAGS_PER_CELL
    : Math.min(kind.maxCells * TAGS_PER_TEXT, TEXT_TAGS_MAX);
  if (hasMoreTags(part, tagsMax)) throw tooMuchData(kind);
  // Only its tags are changed, so each byte can be a character, which needs half as much memory.
  if (isSheet) return strToU8(withoutTextStyles(withoutColumnWidths(strFromU8(part, true))), true);
  if (STYLES_PART.test(name) && LONG_FORMAT.test(strFromU8(part))) throw new CsvImportError(UNREADABLE);
  return part;
}

function hasMoreTags(part: Uint8Array, max: number): boolean {
  let tags = 0;
  for (const byte of part) if (byte === TAG_START) tags += 1;
  return tags > max;
}

/** Removes a sheet's column widths, which are read as one entry for each column in the range of each width. */
function withoutColumnWidths(xml: string): string {
  const from = xml.search(/<(?:\w+:)?cols[\s/>]/);
  const widths = from < 0 ? '' : xml.slice(from);
  const end = /^[^>]*\/>/.test(widths) ? 0 : widths.search(/<\/(?:\w+:)?cols/);
  const rest = xml.slice(0, xml.length - widths.length) + widths.slice(widths.indexOf('>', end) + 1);
  if (/<(?:\w+:)?cols?[\s/>]/.test(rest)) throw new CsvImportError(UNREADABLE);
  return rest;
}

/** Removes the styles of cells that aren't numbers: they don't change the text, and each is read as an object. */
function withoutTextStyles(xml: string): string {
  if (xml.includes('<![CDATA[')) return xml;
  return xml.replace(/<(?:\w+:)?c\s[^<>]*>/g, (tag) =>
    /\st="(?!n")|\/>$/.test(tag) ? tag.replace(/\ss="\d*"/, '') : tag,
  );
}

function tooMuchData(kind: CsvKind): CsvImportError {
  return tooLargeCsv('The Excel file contains too much data.', kind);
}

async function readSheets(
  workbook: Uint8Array,
  { maxRows = MAX_CSV_ROWS, hasTimes = false }: CsvKind,
  wanted: string | undefined,
): Promise<{ name: string; rows: string[][] }[]> {
  const { sheets } = await readXlsx(workbook, {
    sheets: ({ name, hidden, veryHidden }, index) => {
      if (index >= SHEETS_MAX) throw new CsvImportError(`The file has more than ${SHEETS_MAX} sheets.`);
      return hidden !== true && veryHidden !== true && (wanted === undefined || name === wanted);
    },
    // More rows and columns than an import may have, so that a larger sheet is noticed. Cells beyond aren't read.
    range: `A1:GZ${maxRows * 2}`,
    readStyles: true,
  }).catch((error: unknown) => {
    throw error instanceof CsvImportError ? error : new CsvImportError(UNREADABLE);
  });
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, at) =>
      row.map((value, column) => cellText(value, hasTimes, cells?.get(`${at},${column}`)?.style?.numFmt)),
    ),
  }));
}

function cellText(
  value: string | number | boolean | Date | null,
  hasTimes: boolean,
  format = 'General',
): string {
  if (value === null) return '';
  if (value instanceof Date) return dateText(value, hasTimes && /h/i.test(format.replace(FORMAT_TEXTS, '')));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && format.length <= FORMAT_MAX && CODE_FORMAT.test(format))
    return formatValue(value, format);
  return String(value);
}

/** Returns YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS with a time other than midnight. */
function dateText(date: Date, hasTime: boolean): string {
  if (Number.isNaN(date.getTime())) return '';
  if (!hasTime) return date.toISOString().slice(0, 10);
  const toSecond = new Date(Math.round(date.getTime() / 1000) * 1000);
  return toSecond.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
}
