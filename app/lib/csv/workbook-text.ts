import { guardedCell } from './formula-guard.ts';
import { CsvImportError, type CsvKind } from './csv-text.ts';
import { workbookSheets } from './workbook.ts';

/**
 * Returns a sheet as CSV text, with the same row numbers: the named one, or the one with the most known headers.
 * @throws {CsvImportError} when the file isn't a workbook, is empty, exceeds a limit when unpacked, or has no such sheet
 */
export async function csvTextOfWorkbook(bytes: Uint8Array, kind: CsvKind, sheet?: string): Promise<string> {
  const sheets = await workbookSheets(bytes, kind);
  const named = sheets.filter(({ name }) => sheet === undefined || name === sheet);
  if (named.length === 0)
    throw new CsvImportError(`The workbook has no sheet named ${sheet}, or it's empty.`);
  const scored = named.map(({ lines }) => ({
    lines,
    known: Math.max(...lines.map(({ cells }) => cells.filter((cell) => kind.isHeader(cell)).length)),
  }));
  const [best] = scored.sort((one, other) => other.known - one.known);
  const rows: string[] = [];
  for (const { number, cells } of best?.lines ?? []) rows[number - 1] = cells.map(csvCell).join(',');
  return Array.from(rows, (row: string | undefined) => row ?? '').join('\r\n');
}

function csvCell(cell: string): string {
  return `"${guardedCell(cell).replaceAll('"', '""')}"`;
}
