import { NAMED_MAX } from '#app/config/constants.ts';
import type { Staying } from '#app/schemas/designation-bulk.ts';

/** What stays of two parts of a selection that have no designation in common, each reason once. */
export function joinStaying(one: readonly Staying[], other: readonly Staying[]): Staying[] {
  const joined = new Map(one.map((staying) => [staying.reason, staying]));
  for (const { reason, count, named } of other) {
    const before = joined.get(reason);
    joined.set(reason, {
      reason,
      count: count + (before?.count ?? 0),
      named: [...(before?.named ?? []), ...named].slice(0, NAMED_MAX),
    });
  }
  return [...joined.values()];
}
