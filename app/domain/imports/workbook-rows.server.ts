import { streamXlsxRows } from 'hucre/xlsx';
import { assertSize, CsvImportError, type CsvKind } from '#app/lib/csv/csv-text.ts';
import { IMPORT_MESSAGES } from '#app/lib/messages/import-messages.ts';

/** One more than the header's row, so that a larger sheet is noticed. */
const ROWS_BEYOND = 2;

/**
 * Reads the rows of one sheet of a large workbook, by default of the first one. Only for the command line, which answers no one
 * else meanwhile (ADR 38). Dates become YYYY-MM-DD, and formulas have the value that Excel saved.
 * @throws {CsvImportError} when it isn't a workbook, is too large, or has no such sheet
 */
export async function workbookRows(
  bytes: Uint8Array,
  kind: CsvKind,
  sheet: string | undefined,
): Promise<string[][]> {
  assertSize(bytes, kind);
  const rows: string[][] = [];
  const maxRows = (kind.maxRows ?? 0) + ROWS_BEYOND;
  try {
    const options = { maxRows, ...(sheet === undefined ? {} : { sheet }) };
    for await (const { index, values } of streamXlsxRows(bytes, options)) {
      // Excel omits empty rows. More of them than rows allowed isn't a list.
      if (index > maxRows * 2) throw new CsvImportError(IMPORT_MESSAGES.unreadableWorkbook);
      while (rows.length < index) rows.push([]);
      rows.push(values.map(textOf));
    }
  } catch (error) {
    throw error instanceof CsvImportError ? error : new CsvImportError(IMPORT_MESSAGES.unreadableWorkbook);
  }
  if (rows.length > 0) return rows;
  throw new CsvImportError(sheet === undefined ? IMPORT_MESSAGES.empty : IMPORT_MESSAGES.noSheet(sheet));
}

function textOf(value: string | number | boolean | Date | null): string {
  if (value === null) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}
