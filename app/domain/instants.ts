/** Converts a Date or a PostgreSQL timestamp ('2026-11-21 14:37:53.949+00') to ISO 8601 in UTC with milliseconds. */
export function toIso(instant: string | Date): string {
  return typeof instant === 'string' ? new Date(instant).toISOString() : instant.toISOString();
}

export function toIsoOrNull(instant: string | Date | null): string | null {
  return instant === null ? null : toIso(instant);
}
