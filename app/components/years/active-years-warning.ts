/** What the years' screen warns of (specification, section 2); null where one year is active, as it should be. */
export function activeYearsWarning(activeCount: number): string | null {
  if (activeCount === 0) return 'No years are active!';
  return activeCount === 1 ? null : 'More than one academic year is active!';
}
