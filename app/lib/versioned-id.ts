/** A row at the version that the page showed. */
export interface VersionedId {
  readonly id: string;
  readonly version: number;
}

/** As forms send it: 'ID.VERSION'. */
export function versionTokenOf({ id, version }: VersionedId): string {
  return `${id}.${version}`;
}
