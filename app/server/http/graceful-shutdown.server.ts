import type { Log } from '#app/config/log.server.ts';

/** Work must end within 9 s, or the process exits. */
const HARD_STOP_MS = 9_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** npm may forward a Ctrl-C that the terminal has already sent, so one signal can arrive twice. */
const SAME_SIGNAL_MS = 500;

export interface Shutdown {
  readonly log: Log;
  /** On SIGTERM, stops accepting requests. Resolves after load balancers had time to notice. */
  readonly drain?: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/**
 * Returns the exit code after a signal: 1 if closing failed or after an uncaught error. Exits with 1 after 9 s of
 * closing or on a second signal. Unhandled rejections are only logged.
 */
export async function runUntilShutdown({ log, drain, close, exit }: Shutdown): Promise<number> {
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'unhandled promise rejection');
  });
  const reason = await shutdownRequested(log);
  const requestedAt = Date.now();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (Date.now() - requestedAt >= SAME_SIGNAL_MS) exit(1);
    });
  }
  if (reason === 'SIGTERM') await drain?.();
  const hardStop = setTimeout(() => {
    log.error(`shutdown took longer than ${HARD_STOP_MS / 1000} s: exiting now`);
    exit(1);
  }, HARD_STOP_MS);
  log.info({ reason }, 'shutting down');
  try {
    await close();
    log.info('stopped');
    return reason === 'error' ? 1 : 0;
  } catch (error) {
    log.error({ err: error }, 'shutdown failed');
    return 1;
  } finally {
    clearTimeout(hardStop);
  }
}

function shutdownRequested(log: Log): Promise<(typeof SIGNALS)[number] | 'error'> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve(signal));
    process.once('uncaughtException', (error) => {
      log.fatal({ err: error }, 'uncaught exception');
      resolve('error');
    });
  });
}
