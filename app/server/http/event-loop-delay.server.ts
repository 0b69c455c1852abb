import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Log } from '#app/config/log.server.ts';

const SAMPLE_MS = 10;
const LOOK_MS = 1_000;
const NANOSECONDS_A_MS = 1e6;
/** Longer delays are logged. */
export const LOGGED_DELAY_MS = 100;

/** Logs when work blocked the event loop. Returns a function that stops it. */
export function logEventLoopDelay(log: Log): () => void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  const timer = setInterval(() => {
    const ms = Math.round(delays.max / NANOSECONDS_A_MS) - SAMPLE_MS;
    delays.reset();
    if (ms > LOGGED_DELAY_MS) log.warn({ ms }, 'event loop delayed');
  }, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}
