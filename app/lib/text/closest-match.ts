/** Returns the candidate within two edits: letters added, removed, changed, or swapped. */
export function closestMatch(written: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = 3;
  for (const word of candidates) {
    if (Math.abs(word.length - written.length) >= least) continue;
    const distance = distanceBetween(written, word);
    if (distance < least) [nearest, least] = [word, distance];
  }
  return nearest;
}

/** Returns the edit distance (optimal string alignment). */
function distanceBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const turned = isTurned ? (before[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, turned));
    }
    [before, last] = [last, row];
  }
  return last.at(-1) ?? 0;
}
