/** The columns that a search compares, by table. */
const SEARCHED_COLUMNS = {
  student: ['last', 'first', 'middle', 'preferred'],
  high_school: ['name', 'address_city', 'banner_code'],
  user_account: ['last_name', 'first_name', 'email'],
} as const;
export type SearchedTable = keyof typeof SEARCHED_COLUMNS;

/** Separate words. */
const SEPARATORS = '-,./()&"_+:;@#';
/** Aren't compared: `O'Brien` is `obrien`. */
const APOSTROPHES = "'`’‘ʻʼ";

/**
 * Returns a row's searched text in SQL: its words, without case and accents, each between spaces. Changes need a
 * migration for the search indexes. `searchedWords` splits what a person types in the same way.
 *
 * @param qualifier like `s.`
 */
export function searchKeySql(table: SearchedTable, qualifier = ''): string {
  const text = `(${SEARCHED_COLUMNS[table].map((column) => `${qualifier}"${column}"`).join(` || ' ' || `)})`;
  return `(' ' || translate(case when ${text} collate "C" ~ '^[ -~]*$' then lower(${text} collate "C")
    else lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu") collate "C" end,
    '${`${SEPARATORS}${APOSTROPHES}`.replaceAll("'", "''")}', '${' '.repeat(SEPARATORS.length)}') || ' ')`;
}

/** Returns the statement for a table's search index. Without a list of pending entries, which searches would scan. */
export function searchIndexSql(table: SearchedTable): string {
  return `create index "${table}_search_index" on "${table}" using gin (${searchKeySql(table)} gin_trgm_ops) with (fastupdate = off)`;
}

/** Returns the different words of a folded text. */
export function searchedWords(folded: string): string[] {
  const letters = Array.from(folded, (letter) => {
    if (APOSTROPHES.includes(letter)) return '';
    return SEPARATORS.includes(letter) ? ' ' : letter;
  });
  return [...new Set(letters.join('').split(/\s+/))].filter((word) => word !== '');
}
