/**
 * Converts a PostgreSQL timestamp ('2026-11-21 14:37:53.949+00') to ISO 8601 in UTC with milliseconds. For the rows of
 * busy pages; others are parsed with a schema that has `ResponseInstant`s, which takes longer.
 */
export function toIso(instant: string): string {
  return new Date(instant).toISOString();
}

export function toIsoOrNull(instant: string | null): string | null {
  return instant === null ? null : toIso(instant);
}
