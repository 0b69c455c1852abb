/** Returns the warning on the years page (specification, section 2); null if exactly one year is active. */
export function activeYearsWarning(activeCount: number): string | null {
  if (activeCount === 0) return 'No years are active!';
  return activeCount === 1 ? null : 'More than one academic year is active!';
}
