import type { SaveFailure } from '#app/components/designate/draft/draft-types.ts';
import { isRecord } from '#app/lib/records.ts';

/** A save begins so long after typing pauses, and at the latest so long after it began. */
export const SAVE_PAUSE_MS = 2_000;
export const SAVE_STEADY_MS = 15_000;

/** A save that failed for a while is tried again after this, then after twice as long, and so on up to the longest. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 60_000;

export interface SaveQueuePorts {
  /** Saves everything that is unsaved when it is called; never called while an earlier call is under way. */
  save(): Promise<void>;
  /** Whether a failure passes by itself, so that trying again later makes sense. */
  mayPass(error: unknown): boolean;
  /** Told whenever a save begins, and how it ended. */
  onPhase(phase: 'saving' | 'saved' | 'failed', error?: unknown): void;
}

/** Decides when what is typed is saved. One save is under way at a time; what is typed meanwhile goes with the next. */
export interface SaveQueue {
  /** Something was typed. */
  touch(): void;
  /** Saves now; resolves to whether everything typed before is saved. */
  flush(): Promise<boolean>;
  /** Nothing is waiting and nothing under way. */
  isSettled(): boolean;
  isSaving(): boolean;
  /** Begins nothing until `release`: something else is saving. */
  hold(): void;
  release(): void;
  /** Begins nothing until `resume`, as after a failure that does not pass. */
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
    touch: () => {
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

/** The stored version was found to be another before anything was sent: what the server says with the same status. */
export class Overtaken extends Error {
  readonly status = 412;
}

/** What a failed save means for the person: an answer of the server carries its status, anything else never reached it. */
export function failureOf(error: unknown): SaveFailure {
  const status = statusOf(error);
  if (status === null || status === 429 || status >= 500) {
    return { reason: navigator.onLine ? 'away' : 'offline' };
  }
  if (status === 401) return { reason: 'signedOut' };
  if (status === 412) return { reason: 'stale' };
  return { reason: 'refused', message: error instanceof Error ? error.message : '' };
}

/** Whether trying again later makes sense: the server comes back, and people sign in again. */
export function mayPass(error: unknown): boolean {
  return ['offline', 'away', 'signedOut'].includes(failureOf(error).reason);
}

function statusOf(error: unknown): number | null {
  return isRecord(error) && typeof error['status'] === 'number' ? error['status'] : null;
}
