const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;
type EndingSignal = keyof typeof SIGNAL_NUMBERS;

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 500;
/** How long clean-up may take; what a database connection leaves undone is rolled back when the process has gone. */
const CLEAN_UP_MS = 5_000;

/** A command that was asked to end, by Ctrl-C or from outside; it ends with 128 and the signal's number, as shells expect. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: EndingSignal) {
    super('Interrupted.');
    this.exitCode = 128 + SIGNAL_NUMBERS[signal];
  }
}

/** Is aborted when the process is asked to end. A second time ends the process at once. */
export function interruptionBySignals(): AbortController {
  const interruption = new AbortController();
  let askedAt: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (askedAt !== null && Date.now() - askedAt >= SAME_SIGNAL_MS) {
        process.exit(128 + SIGNAL_NUMBERS[signal]);
      }
      askedAt ??= Date.now();
      interruption.abort(new Interrupted(signal));
    });
  }
  return interruption;
}

/** Work that an interruption takes back until it is too late for that. */
export interface Interruptible {
  /** Throws what interrupts `work`, which is then left to itself; once it is too late it lets it end. */
  unlessInterrupted<Result>(work: Promise<Result>): Promise<Result>;
  /** From now on it is too late. Throws where it was interrupted before. */
  pass(): void;
}

/** Makes work interruptible. */
export function untilTooLate(signal: AbortSignal): Interruptible {
  let isTooLate = false;
  return {
    unlessInterrupted: async (work) => {
      let stop: (() => void) | undefined;
      const interrupted = new Promise<never>((_, reject) => {
        stop = () => {
          if (!isTooLate) reject(signal.reason as Error);
        };
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop);
      });
      try {
        return await Promise.race([work, interrupted]);
      } finally {
        if (stop !== undefined) signal.removeEventListener('abort', stop);
      }
    },
    pass: () => {
      signal.throwIfAborted();
      isTooLate = true;
    },
  };
}

/**
 * What `running` answers, or, once interrupted, throws why, as soon as what cleans up has ended. The rest is left where it is: a process
 * that ends takes its transactions back.
 *
 * @param cleaningUp work that must end on its own before the process may
 */
export async function unlessInterrupted<Result>(
  running: Promise<Result>,
  signal: AbortSignal,
  cleaningUp: ReadonlySet<Promise<unknown>>,
): Promise<Result> {
  const interrupted = new Promise<'interrupted'>((resolve) => {
    const letGo = async () => {
      const ended = await Promise.race([Promise.allSettled(cleaningUp), patience()]);
      // What came to its end all the same answers.
      if (ended.some(({ status }) => status === 'fulfilled')) {
        await Promise.race([running.then(nothing, nothing), patience()]);
      }
      resolve('interrupted');
    };
    if (signal.aborted) void letGo();
    else signal.addEventListener('abort', () => void letGo(), { once: true });
  });
  try {
    const result = await Promise.race([running.then((value) => ({ value })), interrupted]);
    if (result !== 'interrupted') return result.value;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw signal.reason as Error;
}

function patience(): Promise<[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), CLEAN_UP_MS));
}

const nothing = (): void => undefined;
