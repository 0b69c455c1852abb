const SIMPLE = `'^[!-~]+( [!-~]+)*$'`;

/**
 * `foldedText` for a column: almost all names are plain, and lowering those is all it takes. `student_match_index` is built on
 * this very expression, so a change here needs a migration that builds it again.
 */
export function foldedSql(column: string): string {
  return `case when ${column} collate "C" ~ ${SIMPLE} then lower(${column} collate "C")
    else btrim(regexp_replace(
      lower(regexp_replace(normalize(${column}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu"), ' +', ' ', 'g')) collate "C" end`;
}
