import type { Log } from '#app/config/log.server.ts';

/** What runs is given less than 10 s to end; what is left over is for a busy machine. */
const HARD_STOP_MS = 9_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 500;

export interface Shutdown {
  readonly log: Log;
  /** On SIGTERM, stops accepting requests and resolves after load balancers had time to notice. */
  readonly drain?: () => Promise<void>;
  /** Ends everything in order; what it waits for must end on its own. */
  readonly close: () => Promise<void>;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}

/**
 * Waits for a signal, drains, closes, and resolves with the exit code: 1 if closing failed or after an uncaught error.
 * Exits with 1 after 9 s of closing or at a second signal. Unhandled rejections are only logged.
 */
export async function runUntilAsked({ log, drain, close, exit }: Shutdown): Promise<number> {
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'an unhandled promise rejection');
  });
  const reason = await askedToEnd(log);
  const askedAt = Date.now();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (Date.now() - askedAt >= SAME_SIGNAL_MS) exit(1);
    });
  }
  if (reason === 'SIGTERM') await drain?.();
  const hardStop = setTimeout(() => {
    log.error(`not closed after ${HARD_STOP_MS / 1000} s: exiting now`);
    exit(1);
  }, HARD_STOP_MS);
  log.info({ reason }, 'closing');
  try {
    await close();
    log.info('closed');
    return reason === 'error' ? 1 : 0;
  } catch (error) {
    log.error({ err: error }, 'closing failed');
    return 1;
  } finally {
    clearTimeout(hardStop);
  }
}

function askedToEnd(log: Log): Promise<(typeof SIGNALS)[number] | 'error'> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal));
    process.once('uncaughtException', (error) => {
      log.fatal({ err: error }, 'an uncaught error');
      resolve('error');
    });
  });
}
