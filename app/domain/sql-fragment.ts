/** SQL with a value for each `?`, in order. A class, so that no parsed object can be mistaken for SQL. */
export class SqlFragment {
  readonly sql: string;
  readonly params: readonly unknown[];

  constructor(sql: string, params: readonly unknown[]) {
    this.sql = sql;
    this.params = params;
  }
}

/** Builds SQL from a template: sql`d.id in (${ids})`. Inserts fragments; every other value becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  const params: unknown[] = [];
  let text = texts[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (value instanceof SqlFragment) params.push(...value.params);
    else params.push(value);
    text += (value instanceof SqlFragment ? value.sql : '?') + (texts[index + 1] ?? '');
  }
  return new SqlFragment(text, params);
}

/** Returns SQL to insert as it is, like the name of a column. Never call it with text that someone typed. */
export function rawSql(text: string): SqlFragment {
  return new SqlFragment(text, []);
}

/** Joins fragments, by default as a list. */
export function joined(fragments: readonly SqlFragment[], separator = ', '): SqlFragment {
  return new SqlFragment(
    fragments.map((fragment) => fragment.sql).join(separator),
    fragments.flatMap(({ params }) => params),
  );
}

/** Combines conditions with AND. Without conditions, always true. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return sql`true`;
  return joined(
    conditions.map((condition) => sql`(${condition})`),
    ' and ',
  );
}

/** Returns a condition that the column has one of these values. Without values, nothing matches. */
export function isAnyOf(column: string, values: readonly string[]): SqlFragment {
  return values.length === 0 ? sql`false` : sql`${rawSql(column)} in (${values})`;
}

/** Returns a condition that matches a substring, ignoring case. */
export function containsText(column: string, text: string): SqlFragment {
  return sql`${rawSql(column)} ilike ${containing(text)}`;
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
  return sql`regexp_replace(${rawSql(column)}, '\\D', '', 'g') like ${`%${text.replace(/\D/g, '')}%`}`;
}

/** Returns the database name of a property: 'bannerCode' is the column banner_code. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a condition that a time is at or after a bound: an ISO 8601 time, or a day in the time zone. */
export function isFrom(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? sql`${rawSql(column)} >= ${bound}::date::timestamp at time zone ${timeZone}`
    : sql`${rawSql(column)} >= ${bound}::timestamptz`;
}

/** Returns a condition that a time is at or before a bound; a day counts until its end. */
export function isUntil(column: string, bound: string, timeZone: string): SqlFragment {
  return isDay(bound)
    ? sql`${rawSql(column)} < (${bound}::date + 1)::timestamp at time zone ${timeZone}`
    : sql`${rawSql(column)} <= ${bound}::timestamptz`;
}

function isDay(bound: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(bound);
}
