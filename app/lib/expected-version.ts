/** The version that a caller expects, or several that it accepts; null if it doesn't say. */
export type ExpectedVersions = number | readonly number[] | null;

/** Whether a caller with these expectations may change what is stored at this version. */
export function matchesVersion(expected: ExpectedVersions, stored: number): boolean {
  return expected === null || [expected].flat().includes(stored);
}
