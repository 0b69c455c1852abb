/** How often product and reference are measured, in alternation. */
export const ROUNDS = 5;

/** The median: for an even number of values, the mean of the middle two. Needs at least one value. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** The nearest-rank percentile: the smallest value that `share` (0 to 1) of all values don't exceed. Needs a value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return at(sorted, Math.max(0, Math.ceil(share * sorted.length) - 1));
}

export function p95(values: readonly number[]): number {
  return percentile(values, 0.95);
}

/** The slope of the line that fits the points best (least squares). Needs two points with different `x`. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const together = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return together / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}

export type Measured<Name extends string> = Record<Name, number[]>;

/** Runs the measurements in alternation, so that disturbances on the machine affect all of them. */
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

/** The texts that occur most often, each once, as '12 × text'. */
export function mostFrequent(texts: readonly string[], count: number): string[] {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, count);
  return most.map(([text, found]) => `${found} × ${text}`);
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

/** The Mann-Whitney rank sum test in standard deviations, positive if `values` are larger than `others`. */
export function rankDeviation(values: readonly number[], others: readonly number[]): number {
  const larger = values.flatMap((value) =>
    others.map((other) => (value > other ? 1 : value === other ? 0.5 : 0)),
  );
  const pairs = values.length * others.length;
  const wins = larger.reduce((sum: number, one) => sum + one, 0);
  return (wins - pairs / 2) / Math.sqrt((pairs * (values.length + others.length + 1)) / 12);
}
