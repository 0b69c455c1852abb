/** How every CSV of ours is written (decisions, section 7): UTF-8 with BOM, CRLF, RFC 4180, no cell that is a formula. */

export const CSV_BOM = '\uFEFF';
export const CSV_LINE_END = '\r\n';
export const CSV_CONTENT_TYPE = 'text/csv; charset=utf-8';

const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One cell: what a spreadsheet would take for a formula gets a leading apostrophe, what needs quotes gets them. */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line, with its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',') + CSV_LINE_END;
}

/** `csvCell` as SQL, for a text expression that is never null: long exports are formatted where the rows are. */
export function csvCellSql(text: string): string {
  const safe = `case when ${text} ~ '^[=+@\\t\\r-]' then '''' || ${text} else ${text} end`;
  return `case when ${text} ~ '^[=+@\\t\\r-]|[",\\n\\r]'
    then case when ${text} ~ '[",\\n\\r]' then '"' || replace(${safe}, '"', '""') || '"' else ${safe} end
    else ${text} end`;
}
