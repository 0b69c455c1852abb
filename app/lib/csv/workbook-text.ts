import { guardedCell } from './formula-guard.ts';
import type { CsvKind } from './csv-text.ts';
import { workbookList } from './workbook.ts';

/**
 * Returns a sheet as CSV text, with the same row numbers: the named one, or the one with the most known headers.
 * @throws {CsvImportError} when the file isn't a workbook, is empty, exceeds a limit when unpacked, or has no such sheet
 */
export async function csvTextOfWorkbook(bytes: Uint8Array, kind: CsvKind, sheet?: string): Promise<string> {
  const rows: string[] = [];
  for (const { number, cells } of await workbookList(bytes, kind, sheet)) {
    rows[number - 1] = cells.map(csvCell).join(',');
  }
  return Array.from(rows, (row: string | undefined) => row ?? '').join('\r\n');
}

function csvCell(cell: string): string {
  return `"${guardedCell(cell).replaceAll('"', '""')}"`;
}
