/** A record at the version shown on the page. */
export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** Returns 'ID.VERSION', as forms send it. */
export function versionTokenOf({ id, version }: VersionedId): string {
  return `${id}.${version}`;
}

/** The version that a caller expects, or several that it accepts; null if it doesn't say. */
export type ExpectedVersions = number | readonly number[] | null;

/** A record to change or delete, at the version that the caller expects, as in If-Match. */
export interface ExpectedRecord {
  readonly id: string;
  readonly ifMatch: ExpectedVersions;
}

/** A change of some of a record's fields. */
export interface RecordChange<Patch> extends ExpectedRecord {
  readonly patch: Patch;
}

/** Returns whether a caller with these expectations may change the stored version. */
export function matchesVersion(expected: ExpectedVersions, stored: number): boolean {
  return expected === null || [expected].flat().includes(stored);
}
