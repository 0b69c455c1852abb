import type { SaveFailure } from '#app/components/designate/draft/draft-types.ts';
import { isRecord } from '#app/lib/records.ts';

/** How long typing has to pause before a save, and how long a save may be put off while typing goes on. */
export const SAVE_PAUSE_MS = 2_000;
export const SAVE_STEADY_MS = 15_000;

/** The first and the longest wait before a failed save is tried again; each wait is twice the one before. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 60_000;

export interface SaveQueuePorts {
  /** Saves everything that is unsaved when it is called. Calls never overlap. */
  save(): Promise<void>;
  /** Whether the cause of a failure may disappear, so that it makes sense to try again later. */
  mayPass(error: unknown): boolean;
  /** Called whenever a save starts and ends. */
  onPhase(phase: 'saving' | 'saved' | 'failed', error?: unknown): void;
}

/** Decides when edits are saved. Only one save runs at a time; edits made meanwhile go with the next. */
export interface SaveQueue {
  /** Something was typed. */
  markDirty(): void;
  /** Saves now; resolves to true if all earlier edits are saved. */
  flush(): Promise<boolean>;
  /** Whether nothing is waiting or running. */
  isSettled(): boolean;
  isSaving(): boolean;
  /** Starts no save until `release`, because something else is saving. */
  hold(): void;
  release(): void;
  /** Starts no save until `resume`, as after a permanent failure. */
  block(): void;
  resume(): void;
}

export function createSaveQueue(ports: SaveQueuePorts): SaveQueue {
  const timers: Partial<Record<'pause' | 'steady' | 'retry', ReturnType<typeof setTimeout>>> = {};
  let underWay: Promise<boolean> | null = null;
  let isDirty = false;
  let isDue = false;
  let isHeld = false;
  let isBlocked = false;
  let failures = 0;

  const clear = (...names: (keyof typeof timers)[]) => {
    for (const name of names) {
      clearTimeout(timers[name]);
      timers[name] = undefined;
    }
  };
  const begin = () => void saveNow();

  const saveNow = (): Promise<boolean> => {
    if (underWay !== null || isHeld || isBlocked) {
      isDue = true;
      return underWay ?? Promise.resolve(false);
    }
    clear('pause', 'steady', 'retry');
    isDirty = false;
    isDue = false;
    ports.onPhase('saving');
    underWay = ports.save().then(succeeded, failed);
    return underWay;
  };

  const succeeded = () => {
    underWay = null;
    failures = 0;
    ports.onPhase('saved');
    if (isDue) begin();
    return true;
  };

  const failed = (error: unknown) => {
    underWay = null;
    isDirty = true;
    if (ports.mayPass(error)) {
      timers.retry = setTimeout(begin, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
      failures += 1;
    } else isBlocked = true;
    ports.onPhase('failed', error);
    return false;
  };

  return {
    markDirty: () => {
      isDirty = true;
      if (isBlocked || failures > 0) return;
      clear('pause');
      timers.pause = setTimeout(begin, SAVE_PAUSE_MS);
      timers.steady ??= setTimeout(begin, SAVE_STEADY_MS);
    },
    flush: async () => {
      if (underWay !== null) await underWay;
      while (isDirty || underWay !== null) {
        if (isHeld || isBlocked || !(await saveNow())) return false;
      }
      return true;
    },
    isSettled: () => !isDirty && underWay === null,
    isSaving: () => underWay !== null,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      if (isDue) begin();
    },
    block: () => {
      clear('pause', 'steady', 'retry');
      isBlocked = true;
    },
    resume: () => {
      isBlocked = false;
      failures = 0;
      if (isDirty) begin();
    },
  };
}

/** The stored version turned out to be newer before anything was sent; same status as the server's answer. */
export class StaleVersion extends Error {
  readonly status = 412;
}

/** Maps an error to its reason: a server's answer has a status, anything else never reached the server. */
export function failureOf(error: unknown): SaveFailure {
  const status = statusOf(error);
  if (status === null || status === 429 || status >= 500) {
    return { reason: navigator.onLine ? 'away' : 'offline' };
  }
  if (status === 401) return { reason: 'signedOut' };
  if (status === 412) return { reason: 'stale' };
  return { reason: 'refused', message: error instanceof Error ? error.message : '' };
}

/** Whether it makes sense to try again later: the server recovers, and people sign in again. */
export function mayPass(error: unknown): boolean {
  return ['offline', 'away', 'signedOut'].includes(failureOf(error).reason);
}

function statusOf(error: unknown): number | null {
  return isRecord(error) && typeof error['status'] === 'number' ? error['status'] : null;
}
