import type { SaveFailure } from '#app/components/designate/draft/draft-types.ts';
import { isRecord } from '#app/lib/records.ts';

/** Pause in typing before a save, and the maximum delay while typing continues. */
export const SAVE_PAUSE_MS = 2_000;
export const SAVE_STEADY_MS = 15_000;

/** First and longest wait before retrying a failed save; the wait doubles each time. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 60_000;

export interface SaveQueuePorts {
  /** Saves everything that is unsaved at the time of the call. Calls never overlap. */
  save(): Promise<void>;
  /** Returns whether the failure may be temporary, so that a retry makes sense. */
  mayPass(error: unknown): boolean;
  onPhase(phase: 'saving' | 'saved' | 'failed', error?: unknown): void;
}

/** Schedules saves. Only one runs at a time; edits made during a save are included in the next one. */
export interface SaveQueue {
  markDirty(): void;
  /** Saves immediately; resolves to true if all earlier edits are saved. */
  flush(): Promise<boolean>;
  isSettled(): boolean;
  isSaving(): boolean;
  /** Pauses saving until `release`, because something else is saving. */
  hold(): void;
  release(): void;
  /** Pauses saving until `resume`, for example after a permanent failure. */
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

/** A newer version was found before saving, so no save was sent. Has the status a save would have got. */
export class StaleVersion extends Error {
  readonly status = 412;
}

/** Maps an error to its reason. Errors without a status never reached the server. */
export function failureOf(error: unknown): SaveFailure {
  const status = statusOf(error);
  if (status === null || status === 429 || status >= 500) {
    return { reason: navigator.onLine ? 'away' : 'offline' };
  }
  if (status === 401) return { reason: 'signedOut' };
  if (status === 412) return { reason: 'stale' };
  return { reason: 'refused', message: error instanceof Error ? error.message : '' };
}

/** Returns whether a retry makes sense: servers recover, and users sign in again. */
export function mayPass(error: unknown): boolean {
  return ['offline', 'away', 'signedOut'].includes(failureOf(error).reason);
}

function statusOf(error: unknown): number | null {
  return isRecord(error) && typeof error['status'] === 'number' ? error['status'] : null;
}
