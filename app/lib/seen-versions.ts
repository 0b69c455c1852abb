/** The version of a thing that a caller has seen, or the several that will do; null for one that does not say. */
export type SeenVersions = number | readonly number[] | null;

/** Whether a caller who has seen these may change what is now stored at this version. */
export function isSeen(seen: SeenVersions, stored: number): boolean {
  return seen === null || [seen].flat().includes(stored);
}
