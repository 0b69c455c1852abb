import { guardedCell } from '#app/lib/csv/formula-guard.ts';
import { workbookSheets } from '#app/lib/csv/workbook.ts';
import { SCHOOL_CSV } from '#app/schemas/school-csv-kind.ts';

/**
 * Returns the sheet with the most known headers as CSV text, with the same row numbers.
 * @throws {CsvImportError} when the file isn't a workbook, is empty, or exceeds a limit when unpacked
 */
export async function schoolListOfWorkbook(bytes: Uint8Array): Promise<string> {
  const sheets = await workbookSheets(bytes, SCHOOL_CSV);
  const scored = sheets.map(({ lines }) => ({
    lines,
    known: Math.max(...lines.map(({ cells }) => cells.filter((cell) => SCHOOL_CSV.isHeader(cell)).length)),
  }));
  const [best] = scored.sort((one, other) => other.known - one.known);
  const rows: string[] = [];
  for (const { number, cells } of best?.lines ?? []) rows[number - 1] = cells.map(csvCell).join(',');
  return Array.from(rows, (row: string | undefined) => row ?? '').join('\r\n');
}

function csvCell(cell: string): string {
  return `"${guardedCell(cell).replaceAll('"', '""')}"`;
}
