/** SQL with a value for each `?`, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Combines conditions with AND. Without conditions, always true. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return { sql: 'true', params: [] };
  return {
    sql: conditions.map((condition) => `(${condition.sql})`).join(' and '),
    params: conditions.flatMap((condition) => condition.params),
  };
}

/** Returns a condition that the column has one of these values. Without values, nothing matches. */
export function isAnyOf(column: string, values: readonly string[]): SqlFragment {
  return values.length === 0 ? { sql: 'false', params: [] } : { sql: `${column} in (?)`, params: [values] };
}

/** Returns a condition that matches a substring, ignoring case. */
export function containsText(column: string, text: string): SqlFragment {
  return { sql: `${column} ilike ?`, params: [containing(text)] };
}

/** Returns the `like` pattern of a substring. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`;
}

/** Returns the `like` pattern that matches only this text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Like `containsText`; for text that looks like a phone number, compares only the digits. */
export function containsPhone(column: string, text: string): SqlFragment {
  if (!/^[\d\s().+-]*\d[\d\s().+-]*$/.test(text)) return containsText(column, text);
  return {
    sql: `regexp_replace(${column}, '\\D', '', 'g') like ?`,
    params: [`%${text.replace(/\D/g, '')}%`],
  };
}

/** Returns the database name of a property: 'bannerCode' is the column banner_code. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a condition that a time is at or after a bound: an ISO 8601 time, or a day in the time zone. */
export function isFrom(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? { sql: `${column} >= ?::date::timestamp at time zone ?`, params: [bound, timeZone] }
    : { sql: `${column} >= ?::timestamptz`, params: [bound] };
}

/** Returns a condition that a time is at or before a bound; a day counts until its end. */
export function isUntil(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? { sql: `${column} < (?::date + 1)::timestamp at time zone ?`, params: [bound, timeZone] }
    : { sql: `${column} <= ?::timestamptz`, params: [bound] };
}

function isDay(bound: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(bound);
}
