/** A piece of SQL with a value for each of its `?`, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** All conditions must hold; none at all holds always. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return { sql: 'true', params: [] };
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(' and '),
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** `column in (values)`; without values nothing matches. */
export function isAnyOf(column: string, values: readonly string[]): SqlFragment {
  return values.length === 0 ? { sql: 'false', params: [] } : { sql: `${column} in (?)`, params: [values] };
}

/** The text stands anywhere in the column, without regard to case. */
export function containsText(column: string, text: string): SqlFragment {
  return { sql: `${column} ilike ?`, params: [containing(text)] };
}

/** The pattern of what contains the text, for `like` and `$ilike`. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Like `containsText`; where only digits and their separators are asked for, the digits alone count, however they are written. */
export function containsPhone(column: string, text: string): SqlFragment {
  if (!/^[\d\s().+-]*\d[\d\s().+-]*$/.test(text)) return containsText(column, text);
  return {
    sql: `regexp_replace(${column}, '\\D', '', 'g') like ?`,
    params: [`%${text.replace(/\D/g, '')}%`],
  };
}
