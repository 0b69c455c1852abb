/** A designation at the version that was shown, as the list's forms send it: 'ID.VERSION'. */
export function seenOf({ id, version }: { readonly id: string; readonly version: number }): string {
  return `${id}.${version}`;
}
