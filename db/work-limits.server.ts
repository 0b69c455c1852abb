import { AsyncLocalStorage } from 'node:async_hooks';

/** How long work of one kind may wait for the database, in milliseconds. Null means no limit. */
export interface WorkLimits {
  /** Time in total: for a pooled connection, for connecting, and for statements. Parallel waits count once. */
  readonly totalMs: number | null;
  /** One wait, and PostgreSQL's `statement_timeout`. */
  readonly statementMs: number | null;
  /** PostgreSQL's `lock_timeout`. */
  readonly lockMs: number | null;
  /** Idle within a transaction: PostgreSQL's `idle_in_transaction_session_timeout`. */
  readonly idleMs: number | null;
}

/** The time limits of database work (ADR 27). Background work has its session's: a request's without `totalMs`. */
export const WORK_LIMITS = {
  /**
   * At most 5 s, or twice that for a form refused without scripts (ADR 27). Locks time out first, to be reported as
   * such.
   */
  request: { totalMs: 4_800, statementMs: 10_000, lockMs: 4_000, idleMs: 30_000 },
  readiness: { totalMs: 2_000, statementMs: 2_000, lockMs: 2_000, idleMs: 2_000 },
  /** The client sets the pace and has its own limit. */
  export: { totalMs: null, statementMs: 300_000, lockMs: 10_000, idleMs: 900_000 },
  sending: { totalMs: 60_000, statementMs: 60_000, lockMs: 4_800, idleMs: 60_000 },
  import: { totalMs: 60_000, statementMs: 60_000, lockMs: 10_000, idleMs: 60_000 },
  bulkDecision: { totalMs: 30_000, statementMs: 10_000, lockMs: 4_000, idleMs: 30_000 },
  rollover: { totalMs: 60_000, statementMs: 60_000, lockMs: 10_000, idleMs: 60_000 },
  /** Shorter than a request's lock limit, because requests queue behind a migration that waits for a table. */
  migration: { totalMs: null, statementMs: null, lockMs: 3_000, idleMs: null },
  /** The command line has no limits: its users watch purges, backups, and restores themselves. */
  command: { totalMs: null, statementMs: null, lockMs: null, idleMs: null },
} as const satisfies Readonly<Record<string, WorkLimits>>;

export type WorkKind = keyof typeof WORK_LIMITS;

/** Running work with its remaining time. */
export class LimitedWork {
  readonly kind: WorkKind;
  readonly limits: WorkLimits;
  #waitedMs = 0;
  #waits = 0;
  #since = 0;

  constructor(kind: WorkKind) {
    this.kind = kind;
    this.limits = WORK_LIMITS[kind];
  }

  /** Waits for the database; rejects with the error of `late` after the limit. */
  async waitFor<Result>(doing: Promise<Result>, late: () => Error): Promise<Result> {
    const now = performance.now();
    if (this.#waits === 0) this.#since = now;
    this.#waits += 1;
    let timer: NodeJS.Timeout | undefined;
    try {
      const leftMs = this.#leftMs(now);
      if (leftMs === Infinity) return await doing;
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), leftMs);
      });
      return await Promise.race([doing, tooLate]);
    } finally {
      clearTimeout(timer);
      this.#waits -= 1;
      if (this.#waits === 0) this.#waitedMs += performance.now() - this.#since;
    }
  }

  /** Resets the time used so far, before the next part of a response. */
  startAgain(): void {
    this.#waitedMs = 0;
    this.#since = performance.now();
  }

  #leftMs(now: number): number {
    const { totalMs, statementMs } = this.limits;
    const inAll = totalMs === null ? Infinity : totalMs - this.#waitedMs - (now - this.#since);
    return Math.max(0, Math.min(inAll, statementMs ?? Infinity));
  }
}

const current = new AsyncLocalStorage<LimitedWork>();

/** Runs work with the database limits of its kind, which replace those of surrounding work. */
export function withinLimits<Result>(kind: WorkKind, work: () => Result): Result {
  return current.run(new LimitedWork(kind), work);
}

/** Runs work without limits, if it outlives the work that starts it. */
export function outsideLimits<Result>(work: () => Result): Result {
  return current.exit(work);
}

/** Returns the limits of the request that is running; undefined outside of a request. */
export function limitedWork(): LimitedWork | undefined {
  return current.getStore();
}

/** Returns statements that set PostgreSQL's limits for the session, or with 'local' for the transaction. */
export function limitStatements(kind: WorkKind, scope: 'session' | 'local'): string {
  const { lockMs, statementMs, idleMs } = WORK_LIMITS[kind];
  return [
    ['lock_timeout', lockMs],
    ['statement_timeout', statementMs],
    ['idle_in_transaction_session_timeout', idleMs],
  ]
    .map(([setting, ms]) => `set ${scope} ${setting} = ${ms ?? 0}`)
    .join('; ');
}
