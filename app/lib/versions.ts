/** A row at the version that the page showed. */
export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** As forms send it: 'ID.VERSION'. */
export function versionTokenOf({ id, version }: VersionedId): string {
  return `${id}.${version}`;
}

/** The version that a caller expects, or several that it accepts; null if it doesn't say. */
export type ExpectedVersions = number | readonly number[] | null;

/** Whether a caller with these expectations may change what is stored at this version. */
export function matchesVersion(expected: ExpectedVersions, stored: number): boolean {
  return expected === null || [expected].flat().includes(stored);
}
