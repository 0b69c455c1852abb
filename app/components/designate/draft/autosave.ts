import { type SaveFailure, confirmedClassSize, type Draft } from '#app/components/designate/draft/draft.ts';
import { isRecord } from '#app/lib/records.ts';
import { emptyStudent, isSameValue } from '#app/students/draft-students.ts';
import { studentIndexOf } from '#app/students/student-errors.ts';
import type { MethodField } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

export interface OpenForm {
  readonly element: HTMLFormElement;
  /** Number of student slots; null for the method form. */
  readonly slots: number | null;
  read(): void;
}

/** Pause in typing before a save, and the maximum delay while typing continues. */
export const SAVE_PAUSE_MS = 2_000;
export const SAVE_MAX_DELAY_MS = 15_000;

/** First and longest wait before retrying a failed save; the wait doubles each time. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 60_000;

interface SaveQueuePorts {
  /** Saves everything that is unsaved at the time of the call. Calls never overlap. */
  save(): Promise<void>;
  /** Returns whether the failure may be temporary, so that a retry makes sense. */
  isTemporary(error: unknown): boolean;
  onPhase(phase: 'saving' | 'saved' | 'failed', error?: unknown): void;
}

/** Schedules saves. Only one runs at a time; edits made during a save are included in the next one. */
interface SaveQueue {
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
  const timers: Partial<Record<'pause' | 'maxDelay' | 'retry', ReturnType<typeof setTimeout>>> = {};
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
    clear('pause', 'maxDelay', 'retry');
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
    if (ports.isTemporary(error)) {
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
      timers.maxDelay ??= setTimeout(begin, SAVE_MAX_DELAY_MS);
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
      clear('pause', 'maxDelay', 'retry');
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
export class NewerVersionFound extends Error {
  readonly status = 412;
}

/** Maps an error to its reason. Errors without a status never reached the server. */
export function failureOf(error: unknown): SaveFailure {
  const status = statusOf(error);
  if (status === null || status === 429 || status >= 500) {
    return { reason: navigator.onLine ? 'away' : 'offline' };
  }
  if (status === 401) return { reason: 'signedOut' };
  if (status === 404) return { reason: 'noAccess' };
  if (status === 412) return { reason: 'versionConflict' };
  return { reason: 'refused', message: error instanceof Error ? error.message : '' };
}

/** Returns whether a retry makes sense: servers recover, and users sign in again. */
export function isTemporary(error: unknown): boolean {
  return ['offline', 'away', 'signedOut'].includes(failureOf(error).reason);
}

function statusOf(error: unknown): number | null {
  return isRecord(error) && typeof error['status'] === 'number' ? error['status'] : null;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

type Values = ReadonlyMap<string, string>;

const UNCHECKED = '';

const CHECKED = 'on';

const IS_HIDDEN_FIELD = /\.address\.(zip4|firmName|urbanization)$/;

/**
 * Writes a draft into an open form by field, preserving focus and caret. The events don't bubble, so that they don't
 * count as input. Returns false and does nothing if the form must restart instead.
 */
export function writeForm({ element, slots: indexes }: OpenForm, draft: Draft): boolean {
  const controls = Array.from(element.elements).filter(isControl);
  const values = indexes === null ? methodValues(draft) : studentValues(draft, controls);
  if (indexes !== null && indexes !== designationSize(confirmedClassSize(draft) ?? 0)) return false;
  if (indexes !== null && !hasSameHiddenFields(new FormData(element), values)) return false;
  if (indexes === null && draft.criteria === null && controls.some(isChosen)) return false;
  for (const control of controls) {
    const value = values.get(control.name);
    if (value !== undefined && !IS_HIDDEN_FIELD.test(control.name) && write(control, value)) {
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type));
    }
  }
  return true;
}

function methodValues({ classSize, criteria, criteriaComment }: Draft): Values {
  const values: Record<MethodField, string> = {
    classSize: classSize === null ? '' : String(classSize),
    criteria: criteria ?? '',
    criteriaComment,
  };
  return new Map(Object.entries(values));
}

/** Returns the values of students whose forms are open. A form without a student is blank, except for its state. */
function studentValues(draft: Draft, controls: readonly Control[]): Values {
  const values = new Map<string, string>();
  const open = new Set(controls.map(({ name }) => studentIndexOf(name)));
  for (const index of open) {
    if (index === null) continue;
    const student = draft.students[index];
    const { id: _id, address, twin, ...texts } = student ?? emptyStudent('');
    const { state, ...lines } = address;
    const set = (name: string, value: string) => values.set(`students[${index}].${name}`, value);
    set('twin', twin ? CHECKED : UNCHECKED);
    for (const [name, value] of Object.entries(texts)) set(name, value);
    for (const [name, value] of Object.entries(lines)) set(`address.${name}`, value);
    if (student !== undefined) set('address.state', state);
  }
  return values;
}

function hasSameHiddenFields(form: FormData, values: Values): boolean {
  return Array.from(values).every(
    ([name, value]) => !IS_HIDDEN_FIELD.test(name) || isSameValue(form.get(name) ?? '', value),
  );
}

function write(control: Control, value: string): boolean {
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')) {
    const checked = control.type === 'radio' ? control.value === value : value === CHECKED;
    if (control.checked === checked) return false;
    control.checked = checked;
    return true;
  }
  if (isSameValue(control.value, value)) return false;
  control.value = value;
  return true;
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

function isChosen(control: Control): boolean {
  return control instanceof HTMLInputElement && control.name === 'criteria' && control.checked;
}
