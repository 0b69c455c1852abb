import { parseArgs } from 'node:util';

/** Options of random trials, which make a run repeatable. */
export interface TrialOptions {
  readonly seed: number;
  readonly seconds: number;
}

export interface TrialSelection extends TrialOptions {
  readonly names: readonly string[];
}

const OPTIONS = { seed: { type: 'string' }, seconds: { type: 'string', default: '300' } } as const;
const SEEDS = 100_000;

/**
 * Parses the arguments after `npm run test:faults --`. The seed is random by default.
 *
 * @throws {RangeError} when a number is invalid
 * @throws {TypeError} when an option is unknown
 */
export function parseTrialArguments(args: readonly string[]): TrialSelection {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * SEEDS) : wholeNumber('--seed', values.seed);
  const seconds = wholeNumber('--seconds', values.seconds);
  return { names: positionals.map((name) => name.toUpperCase()), seed, seconds };
}

export interface BenchOptions {
  /** How long the endurance bench sends requests. */
  readonly minutes: number;
}

/** Parses the arguments after `npm run bench --`. Throws like `parseTrialArguments`. */
export function parseBenchArguments(args: readonly string[]): BenchOptions & { readonly name: string } {
  const options = { minutes: { type: 'string', default: '30' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  return { name: positionals[0] ?? '', minutes: wholeNumber('--minutes', values.minutes) };
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${option} takes a whole number.`);
  return Number(text);
}
