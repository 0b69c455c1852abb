import { isSameValue } from '#app/lib/draft-equality.ts';

export type Side = 'mine' | 'theirs';

/** One thing as the two sides of a merge have it. */
export interface Versions<Value> {
  /** What both sides began with. */
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
  /** What of mine was sent to be saved without an answer, if anything was: theirs may have begun with that. */
  readonly sent?: Value | undefined;
}

/** What a person decided of conflicts, by their names. */
export type Choices = ReadonlyMap<string, Side>;

/**
 * The side that changed something, either where neither or both alike did, and undefined where both changed it differently. What
 * theirs has as it was sent is not their change; what was sent and then taken back is one of mine.
 */
export function sideOf<Value>(
  { base, mine, theirs, sent }: Versions<Value>,
  isSame: (one: Value, other: Value) => boolean = isSameValue,
): Side | undefined {
  const isUnchanged = (value: Value) => isSame(value, base);
  if (isSame(mine, theirs) || isUnchanged(theirs)) return 'mine';
  if (sent !== undefined && isSame(theirs, sent)) return 'mine';
  return isUnchanged(mine) && (sent === undefined || isUnchanged(sent)) ? 'theirs' : undefined;
}
