import { AsyncLocalStorage } from 'node:async_hooks';

/** How long work of one kind may wait for the database, in milliseconds; null waits as long as it takes. */
export interface WorkLimits {
  /**
   * The limit for all waits together: for a connection, for connecting, and for statements. Parallel waits count once.
   */
  readonly totalMs: number | null;
  /** One wait: `statement_timeout`, too. */
  readonly statementMs: number | null;
  /** For a lock that someone else holds: `lock_timeout`. */
  readonly lockMs: number | null;
  /** Without a statement within a transaction: `idle_in_transaction_session_timeout`. */
  readonly idleMs: number | null;
}

/**
 * The time limits of all database work (ADR 27). The server's own work (email, reminders) has the session's, which
 * are a request's, without `totalMs`.
 */
export const WORK_LIMITS = {
  /**
   * An answer leaves within 5 s; a form that is refused without scripts may take twice that (ADR 27).
   * PostgreSQL is the first to give up a lock, and says that it was one.
   */
  request: { totalMs: 4_800, statementMs: 10_000, lockMs: 4_000, idleMs: 30_000 },
  readiness: { totalMs: 2_000, statementMs: 2_000, lockMs: 2_000, idleMs: 2_000 },
  /** Its reader sets the pace, and has a limit of its own. */
  export: { totalMs: null, statementMs: 300_000, lockMs: 10_000, idleMs: 900_000 },
  sending: { totalMs: 60_000, statementMs: 60_000, lockMs: 4_800, idleMs: 60_000 },
  import: { totalMs: 60_000, statementMs: 60_000, lockMs: 10_000, idleMs: 60_000 },
  bulkDecision: { totalMs: 30_000, statementMs: 10_000, lockMs: 4_000, idleMs: 30_000 },
  rollover: { totalMs: 60_000, statementMs: 60_000, lockMs: 10_000, idleMs: 60_000 },
  /** The command line has no limits: its users watch purges, migrations, backups, and restores themselves. */
  command: { totalMs: null, statementMs: null, lockMs: null, idleMs: null },
} as const satisfies Readonly<Record<string, WorkLimits>>;

export type WorkKind = keyof typeof WORK_LIMITS;

/** The work that is being done, and what is left of its time. */
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

  /** Waits for what the database does; rejects with what `late` answers where it takes too long. */
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

  /** Forgets the waits so far: what follows is answered in time of its own. */
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

/** Does work whose waits for the database are limited as those of its kind, also where it is part of other work. */
export function withinLimits<Result>(kind: WorkKind, work: () => Result): Result {
  return current.run(new LimitedWork(kind), work);
}

/** Begins what outlives the work that begins it. */
export function outsideLimits<Result>(work: () => Result): Result {
  return current.exit(work);
}

export function limitedWork(): LimitedWork | undefined {
  return current.getStore();
}

/** The settings of a session or, with 'local', of a transaction that PostgreSQL enforces, as statements. */
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
