import type { Log } from '#app/config/log.server.ts';
import type { Orm } from '#db/orm.server.ts';

/** The database's time, which all servers and workers of an installation share. */
export interface DatabaseClock {
  now(): Date;
  /** Resolves after the first comparison of the clocks, which needs the database. */
  readonly compared: Promise<void>;
  stop(): void;
}

const COMPARE_MS = 60_000;
const RETRY_MS = 1_000;
/** Differences above this are logged as a warning. */
export const FAR_MS = 5_000;

/**
 * Tracks the difference between the clocks. Workers need the same time for their claims, or emails would be sent twice.
 */
export function openDatabaseClock(orm: Orm, log: Log): DatabaseClock {
  let aheadMs = 0;
  let isReported = false;
  let timer: NodeJS.Timeout | undefined;
  let reportCompared: () => void;
  const compared = new Promise<void>((resolve) => {
    reportCompared = resolve;
  });
  let isStopped = false;

  const compare = async () => {
    const next = await readAheadMs(orm).catch(() => null);
    if (next !== null) {
      aheadMs = next;
      reportCompared();
      if (Math.abs(next) > FAR_MS && !isReported) {
        isReported = true;
        log.warn({ aheadMs }, "this machine's clock differs from the database's; using the database's time");
      }
    }
    if (!isStopped) timer = setTimeout(() => void compare(), next === null ? RETRY_MS : COMPARE_MS).unref();
  };
  void compare();
  return {
    now: () => new Date(Date.now() - aheadMs),
    compared,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Returns how many ms this machine's clock is ahead of the database's, corrected by half the round trip. */
export async function readAheadMs(orm: Orm): Promise<number> {
  const sentAt = Date.now();
  const [row] = await orm.em
    .fork()
    .execute<{ ms: number }[]>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
  const receivedAt = Date.now();
  return Math.round((sentAt + receivedAt) / 2 - (row?.ms ?? receivedAt));
}
