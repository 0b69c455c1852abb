import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { assertSize, CsvImportError, type CsvKind, tooLargeCsv } from './csv-text.ts';
import { type CsvLine, csvLinesOfRows } from './csv-table.ts';

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
const TAG_START = '<'.charCodeAt(0);

const UNREADABLE =
  "We can't read this Excel file. Save it again as an Excel workbook (.xlsx) without a password, or as CSV.";

/** Number formats that only add zeros, brackets, and dashes, as for ZIP codes and phone numbers. */
const CODE_FORMAT = /^[0#()\-\s\\<>=[\]\d;]+$/;
/** More rows and columns than an import may have, so that a larger sheet is noticed. Cells beyond aren't read. */
const READ_RANGE = 'A1:GZ10000';

/**
 * Reads the sheets of an Excel workbook in the browser, as their cells look in Excel, but with dates as YYYY-MM-DD. Formulas
 * aren't evaluated: cells have the value that Excel saved.
 *
 * @throws {CsvImportError} when the file isn't a workbook, is empty, or exceeds a limit when unpacked
 */
export async function workbookSheets(bytes: Uint8Array, kind: CsvKind): Promise<WorkbookSheet[]> {
  assertSize(bytes, kind);
  const sheets = await readSheets(unpack(bytes, kind));
  const filled = sheets
    .filter(({ rows }) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
    .map(({ name, rows }) => ({ name, lines: csvLinesOfRows(rows, kind) }));
  if (filled.length === 0) throw new CsvImportError('The file is empty.');
  return filled;
}

/** Returns the workbook without compression and other parts, so that reading it needs no more than its size. */
function unpack(bytes: Uint8Array, kind: CsvKind): Uint8Array {
  let count = 0;
  const unpacked = { from: 0, to: 0 };
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        count += 1;
        if (count > PARTS_MAX) throw new CsvImportError(UNREADABLE);
        if (!NEEDED_PARTS.test(name)) return false;
        unpacked.from += size;
        // Parts that aren't compressed are copied with this size, whatever the archive says about the other.
        const becomes = Math.max(size, originalSize);
        unpacked.to += becomes;
        if (
          unpacked.to > UNPACKED_MAX_BYTES ||
          (becomes > PART_MAX_BYTES && !SHEET_PART.test(name) && !TEXTS_PART.test(name))
        ) {
          throw tooMuchData(kind);
        }
        // Only parts that share the same bytes add up to more than the file.
        if (unpacked.from > bytes.byteLength) throw new CsvImportError(UNREADABLE);
        return true;
      },
    });
    const parts: Record<string, Uint8Array> = {};
    for (const [name, part] of Object.entries(files)) parts[name] = readablePart(name, part, kind);
    return zipSync(parts, { level: 0 });
  } catch (error) {
    throw error instanceof CsvImportError ? error : new CsvImportError(UNREADABLE);
  }
}

/** Returns a part without what needs many times its size to read, or refuses it. */
function readablePart(name: string, part: Uint8Array, kind: CsvKind): Uint8Array {
  const tagsMax = kind.maxCells * (SHEET_PART.test(name) ? TAGS_PER_CELL : TAGS_PER_TEXT);
  if (hasMoreTags(part, tagsMax)) throw tooMuchData(kind);
  if (SHEET_PART.test(name)) return withoutColumnWidths(part);
  if (STYLES_PART.test(name) && LONG_FORMAT.test(strFromU8(part))) throw new CsvImportError(UNREADABLE);
  return part;
}

function hasMoreTags(part: Uint8Array, max: number): boolean {
  let tags = 0;
  for (const byte of part) if (byte === TAG_START) tags += 1;
  return tags > max;
}

/** Removes a sheet's column widths, which are read as one entry for each column in the range of each width. */
function withoutColumnWidths(sheet: Uint8Array): Uint8Array {
  const xml = strFromU8(sheet);
  const from = xml.search(/<(?:\w+:)?cols[\s/>]/);
  const widths = from < 0 ? '' : xml.slice(from);
  const end = /^[^>]*\/>/.test(widths) ? 0 : widths.search(/<\/(?:\w+:)?cols/);
  const rest = xml.slice(0, xml.length - widths.length) + widths.slice(widths.indexOf('>', end) + 1);
  if (/<(?:\w+:)?cols?[\s/>]/.test(rest)) throw new CsvImportError(UNREADABLE);
  return strToU8(rest);
}

function tooMuchData(kind: CsvKind): CsvImportError {
  return tooLargeCsv('The Excel file contains too much data.', kind);
}

async function readSheets(workbook: Uint8Array): Promise<{ name: string; rows: string[][] }[]> {
  const { sheets } = await readXlsx(workbook, {
    sheets: ({ hidden, veryHidden }, index) => {
      if (index >= SHEETS_MAX) throw new CsvImportError(`The file has more than ${SHEETS_MAX} sheets.`);
      return hidden !== true && veryHidden !== true;
    },
    range: READ_RANGE,
    readStyles: true,
  }).catch((error: unknown) => {
    throw error instanceof CsvImportError ? error : new CsvImportError(UNREADABLE);
  });
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, at) =>
      row.map((value, column) => cellText(value, cells?.get(`${at},${column}`)?.style?.numFmt)),
    ),
  }));
}

function cellText(value: string | number | boolean | Date | null, format = 'General'): string {
  if (value === null) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && format.length <= FORMAT_MAX && CODE_FORMAT.test(format))
    return formatValue(value, format);
  return String(value);
}
