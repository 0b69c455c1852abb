const DAY_MS = 86_400_000;

/** Returns the instant this many times 24 hours after another. */
export function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * DAY_MS);
}

/** Returns whether something has expired: it no longer counts in the instant itself. Instants are dates or ISO 8601. */
export function hasExpired(expiresAt: Date | string, now: Date | string): boolean {
  return new Date(expiresAt) <= new Date(now);
}
