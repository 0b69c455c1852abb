/** The arithmetic behind every figure. */

/** How often product and reference are measured, in turn. */
export const ROUNDS = 5;

/** The middle value; of an even number of values the mean of the two in the middle. Throws for none. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** The smallest value that at least `share` (0 to 1) of all values do not exceed: the nearest-rank percentile. Throws for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

export function p95(values: readonly number[]): number {
  return percentile(values, 0.95);
}

/** What every measurement answered, by its name. */
export type Measured<Name extends string> = Record<Name, number[]>;

/** Runs the measurements one after the other, and all of them again, so that what disturbs the machine disturbs all alike. */
export async function inTurn<Name extends string>(
  measurements: Record<Name, () => Promise<number>>,
  rounds = ROUNDS,
): Promise<Measured<Name>> {
  const names = Object.keys(measurements) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Measured<Name>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) measured[name].push(await measurements[name]());
  }
  return measured;
}

function ascending(values: readonly number[]): number[] {
  if (values.length === 0) throw new Error('Nothing was measured.');
  return [...values].sort((a, b) => a - b);
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value ${index} of ${values.length}.`);
  return value;
}

/**
 * How far the ranks of `values` among both are from what chance would give, in standard deviations: the rank sum test of Mann and
 * Whitney in its normal form. Positive where `values` are the larger ones; beyond ±3.29 chance alone comes once in a thousand times.
 */
export function rankDeviation(values: readonly number[], others: readonly number[]): number {
  const larger = values.flatMap((value) =>
    others.map((other) => (value > other ? 1 : value === other ? 0.5 : 0)),
  );
  const pairs = values.length * others.length;
  const wins = larger.reduce((sum: number, one) => sum + one, 0);
  return (wins - pairs / 2) / Math.sqrt((pairs * (values.length + others.length + 1)) / 12);
}
