const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;
type EndingSignal = keyof typeof SIGNAL_NUMBERS;

/** A Ctrl-C can arrive twice: from the terminal, and forwarded by npm. */
const SAME_SIGNAL_MS = 500;
/** Time limit for cleanup. The database rolls back open transactions when the process exits. */
const CLEAN_UP_MS = 5_000;

/** The command was interrupted by Ctrl-C or SIGTERM. The exit code is 128 plus the signal number, as shells expect. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: EndingSignal) {
    super('Interrupted.');
    this.exitCode = 128 + SIGNAL_NUMBERS[signal];
  }
}

/** Returns a controller that the first signal aborts. A second signal exits immediately. */
export function interruptionBySignals(): AbortController {
  const interruption = new AbortController();
  let firstSignalAt: number | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (firstSignalAt !== null && Date.now() - firstSignalAt >= SAME_SIGNAL_MS) {
        process.exit(128 + SIGNAL_NUMBERS[signal]);
      }
      firstSignalAt ??= Date.now();
      interruption.abort(new Interrupted(signal));
    });
  }
  return interruption;
}

/** Work that can be interrupted until `pass()` is called. */
export interface Interruptible {
  /** Rejects with the signal's reason on interruption, without stopping `work`. After `pass()`, waits for `work`. */
  unlessInterrupted<Result>(work: Promise<Result>): Promise<Result>;
  /** Ends the interruptible phase. Throws if already interrupted. */
  pass(): void;
}

/** Creates an `Interruptible` for this signal. */
export function createInterruptible(signal: AbortSignal): Interruptible {
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
 * Returns the result of `running`. Once interrupted, waits for cleanup and abandons the rest.
 *
 * @param cleaningUp work that must end before the process exits
 * @throws {Interrupted} when `signal` is aborted, unless `running` succeeds first
 */
export async function unlessInterrupted<Result>(
  running: Promise<Result>,
  signal: AbortSignal,
  cleaningUp: ReadonlySet<Promise<unknown>>,
): Promise<Result> {
  const interrupted = new Promise<'interrupted'>((resolve) => {
    const awaitCleanup = async () => {
      const ended = await Promise.race([Promise.allSettled(cleaningUp), graceTimeout()]);
      // The work completed despite the interruption, so let the command report it.
      if (ended.some(({ status }) => status === 'fulfilled')) {
        await Promise.race([running.then(nothing, nothing), graceTimeout()]);
      }
      resolve('interrupted');
    };
    if (signal.aborted) void awaitCleanup();
    else signal.addEventListener('abort', () => void awaitCleanup(), { once: true });
  });
  try {
    const result = await Promise.race([running.then((value) => ({ value })), interrupted]);
    if (result !== 'interrupted') return result.value;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw signal.reason as Error;
}

function graceTimeout(): Promise<[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), CLEAN_UP_MS));
}

const nothing = (): void => undefined;
