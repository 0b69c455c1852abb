/** A thing at the version that was shown. */
export interface Seen {
  readonly id: string;
  readonly version: number;
}

/** As forms send it: 'ID.VERSION'. */
export function seenOf({ id, version }: Seen): string {
  return `${id}.${version}`;
}
