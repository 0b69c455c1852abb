import { parseArgs } from 'node:util';

/** What a trial that is random may be told, so that a run can be repeated. */
export interface TrialOptions {
  readonly seed: number;
  readonly seconds: number;
}

/** Which trials are meant, and how. */
export interface TrialWish extends TrialOptions {
  readonly names: readonly string[];
}

const OPTIONS = { seed: { type: 'string' }, seconds: { type: 'string', default: '300' } } as const;
const SEEDS = 100_000;

/**
 * What was typed after `npm run test:faults --`; another seed in each run unless told.
 *
 * @throws RangeError for a number that is none; TypeError for an unknown option
 */
export function trialWish(args: readonly string[]): TrialWish {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const seed =
    values.seed === undefined ? Math.floor(Math.random() * SEEDS) : wholeNumber('--seed', values.seed);
  const seconds = wholeNumber('--seconds', values.seconds);
  return { names: positionals.map((name) => name.toUpperCase()), seed, seconds };
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${option} takes a whole number.`);
  return Number(text);
}
