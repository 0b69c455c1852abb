/** A column of a file: its header and what its cells are in SQL, a text that is never null. */
export type CsvColumn = readonly [header: string, sql: string];

/** The cells of a row as a JSON array of texts. */
export function cellsSql(columns: readonly CsvColumn[]): string {
  return `json_build_array(${columns.map(([, sql]) => sql).join(', ')})::text`;
}

export function headersOf(columns: readonly CsvColumn[]): readonly string[] {
  return columns.map(([header]) => header);
}
