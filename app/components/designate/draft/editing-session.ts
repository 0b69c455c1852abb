import {
  createSaveQueue,
  failureOf,
  isTemporary,
  NewerVersionFound,
  writeForm,
  type OpenForm,
} from '#app/components/designate/draft/autosave.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type * as autosaveRequest from '#app/components/designate/draft/autosave-request.ts';
import { type EditingSessionView, IDLE_VIEW, type Draft } from '#app/components/designate/draft/draft.ts';
import { editingPath } from '#app/lib/urls/editing-path.ts';
import { type BrowserTab, openPresence } from '#app/components/designate/draft/presence.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import type { EditingResponse, LastChange } from '#app/schemas/designation-editing.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

export interface ActiveStep {
  readonly designationId: string;
  /** Current date, YYYY-MM-DD. */
  readonly today: string;
  refresh(): void;
}

/**
 * Edits one designation in this tab across steps: saves the draft (STARTED and RETURNED only) and tracks other editors.
 * Not React state, because it outlives each step.
 */
export interface EditingSession {
  subscribe(callback: () => void): () => void;
  view(): EditingSessionView;
  attach(step: ActiveStep): () => void;
  markDirty(): void;
  /** Copies the values of the open forms into the draft immediately. */
  readForms(): void;
  /** Registers a form for `readForms` and `writeForms`; returns a function to unregister it. */
  addForm(form: OpenForm): () => void;
  /** Writes a draft into the open forms; false if they must restart for it, or none is open. */
  writeForms(draft: Draft): boolean;
  /** Saves what can be saved, within a few seconds; resolves to whether that succeeded. */
  flush(): Promise<boolean>;
  /** Like `flush`, but retries if this tab's own earlier save caused a version conflict. */
  flushOrWait(): Promise<boolean>;
  /** Returns whether the user can leave the page without losing anything that could be saved. */
  isSettled(): boolean;
  /** Returns whether edits are in the draft, not just in the step's form. */
  isAttached(): boolean;
  isEdited(): boolean;
  /** Pauses saving while the step's own form is being submitted. */
  hold(): void;
  release(): void;
  /** Reports the result of reconciling the draft with the stored designation; null means no conflict. */
  reconcile(conflict: { readonly change: LastChange | null } | null): void;
  /** Reports that the merge module couldn't be loaded. Nothing is saved until the page is reloaded. */
  cannotMerge(): void;
  retry(): void;
  /** Announces this tab to the server immediately, and asks who else is editing. */
  announce(): void;
  /** Saves with requests that outlive the page, and reports that this tab closed; `announce` reverts that. */
  leavePage(): Promise<void>;
}

/** Maximum time that leaving a step waits for its save. */
export const LEAVING_TIMEOUT_MS = 5_000;

/** Browsers don't retry a failed module import within the same page. */
const RELOAD = 'reload this page to continue. Your changes are kept on this device.';

interface LoadedAutosave {
  readonly module: typeof autosaveRequest;
  readonly save: autosaveRequest.AutosaveRequest;
}

export function createEditingSession(userId: string, store: DraftStore, tab: BrowserTab): EditingSession {
  const listeners = new Set<() => void>();
  const forms = new Set<OpenForm>();
  let view = IDLE_VIEW;
  let step: ActiveStep | null = null;
  let onReconciled: (() => void) | undefined;
  let onAttach: (() => void) | undefined;
  let loaded: LoadedAutosave | undefined;

  const show = (change: Partial<EditingSessionView>) => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const loadAutosave = async (): Promise<LoadedAutosave> => {
    if (loaded !== undefined) return loaded;
    const module = await import('#app/components/designate/draft/autosave-request.ts');
    return (loaded ??= { module, save: module.createAutosaveRequest() });
  };
  const readForms = () => {
    for (const form of forms) form.read();
  };
  const savesHere = () => {
    const status = store.get()?.status;
    return status === 'STARTED' || status === 'RETURNED';
  };

  const queue = createSaveQueue({
    save: async () => {
      if (step === null || !savesHere()) return;
      const { save } = loaded ?? (await loadAutosave());
      if (store.get()?.sent != null) await checkForNewerVersion();
      readForms();
      if (store.get()?.edited !== true) return;
      const { response, ...rest } = await save(store, { tabId: tab.id, userId, today: step.today });
      show(rest);
      if (response === null) return;
      show({
        lastSave: response,
        savedAt: response.savedAt,
        savedSince: view.savedSince ?? response.savedAt,
      });
      onServerState(response);
    },
    isTemporary,
    onPhase: (phase, error) => {
      if (phase === 'failed') {
        const failure = failureOf(error);
        // The versions are merged first; a message is only needed if that fails.
        const isVersionConflict = failure.reason === 'versionConflict';
        show({
          isSaving: isVersionConflict,
          failure,
          savedSince: isVersionConflict ? view.savedSince : null,
        });
        if (isVersionConflict) void refreshIfNewer();
      } else {
        const isSaving = phase === 'saving' || !queue.isSettled();
        show({ isSaving, ...(phase === 'saved' ? { failure: null } : {}) });
      }
    },
  });

  /** Shows at once that there are changes to save, not only when their save begins. */
  const markDirty = () => {
    queue.markDirty();
    if (savesHere() && view.failure === null && !view.isSaving) show({ isSaving: true });
  };
  const ask = async (): Promise<EditingResponse | null> => {
    const { module } = await loadAutosave();
    return step && module.announceEditor(step.designationId, { tabId: tab.id, userId });
  };
  const onServerState = ({ version, status, colleagues, otherTabs }: EditingResponse) => {
    show({ colleagues, isOpenElsewhere: presence.isAnyOpen(otherTabs) });
    // Only users with access get this response, so saving works again.
    if (view.failure?.reason === 'noAccess') queue.resume();
    if (stopIfLocked(status)) return;
    const known = store.get()?.version ?? version;
    if (version > known && !queue.isSaving()) step?.refresh();
  };
  /** Keeps unsavable edits visible: reloading the step would redirect away from it. */
  const stopIfLocked = (status: DesignationStatus): boolean => {
    readForms();
    const isLocked = lockedSentence(status) !== null && store.get()?.edited === true;
    const wasLocked = view.locked !== null;
    show({ locked: isLocked ? status : null });
    if (!isLocked) {
      if (wasLocked && view.conflict === null) queue.resume();
      return false;
    }
    queue.block();
    show({ isSaving: false, savedSince: null });
    onReconciled?.();
    return true;
  };
  const refreshIfNewer = async () => {
    const state = await ask().catch(() => null);
    if (state === null || !stopIfLocked(state.status)) step?.refresh();
  };
  /** Checks the version first after a save without a response, which may be stored: the next would fail. */
  const checkForNewerVersion = async () => {
    const state = await ask();
    if (state === null) return;
    onServerState(state);
    if (state.version > (store.get()?.version ?? state.version)) throw new NewerVersionFound();
  };
  const presence = openPresence({
    tabId: () => tab.id,
    ask,
    onServerState: onServerState,
    onClosed: (isAnyOpen) => show({ isOpenElsewhere: isAnyOpen }),
  });

  const patiently = (saving: Promise<boolean>) =>
    Promise.race([
      saving,
      new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVING_TIMEOUT_MS)),
    ]);
  /** Retries after the merge, because the conflict may come from this draft's own earlier save. */
  const flushTwice = async () => {
    await attached();
    if (await queue.flush()) return true;
    if (!isVersionConflict()) return false;
    if (view.conflict === null) await new Promise<void>((resolve) => (onReconciled = resolve));
    return !isVersionConflict() && queue.flush();
  };
  const isAttached = () => step !== null || forms.size === 0;
  /** Waits for the step to attach, which reads text typed before. */
  const attached = async () => {
    if (!isAttached()) await new Promise<void>((resolve) => (onAttach = resolve));
  };
  const isVersionConflict = () => view.failure?.reason === 'versionConflict';
  const leave = async () => {
    if (step === null) return;
    const { designationId } = step;
    step = null;
    view = IDLE_VIEW;
    await presence.leave(editingPath(designationId));
  };

  return {
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    view: () => view,
    attach: (next) => {
      const isNew = step?.designationId !== next.designationId;
      step = next;
      if (isNew) show({ locked: null });
      onAttach?.();
      if (isNew || !presence.isBegun()) presence.begin();
      return () => {
        // The next step attaches immediately; if none does, the user has left the designation.
        setTimeout(() => {
          if (step !== next) return;
          void queue.flush().finally(() => {
            if (step === next) void leave();
          });
        });
      };
    },
    markDirty,
    readForms,
    addForm: (form) => {
      forms.add(form);
      return () => forms.delete(form);
    },
    writeForms: (draft) => forms.size > 0 && Array.from(forms).every((form) => writeForm(form, draft)),
    flush: () => {
      readForms();
      return patiently(queue.flush());
    },
    flushOrWait: () => {
      readForms();
      return patiently(flushTwice());
    },
    // Before a step attaches, its form may be older than the stored version.
    isSettled: () => isAttached() && queue.isSettled(),
    isAttached: isAttached,
    isEdited: () => store.get()?.edited === true,
    hold: () => queue.hold(),
    release: () => queue.release(),
    reconcile: (conflict) => {
      if (conflict !== null) {
        queue.block();
        const failure = savesHere() ? ({ reason: 'versionConflict' } as const) : null;
        show({ conflict, failure, isSaving: false, savedSince: null });
      } else if (view.conflict !== null || isVersionConflict()) {
        show({ conflict: null, failure: null, isSaving: false });
        queue.resume();
      }
      const isEdited = store.get()?.edited === true;
      if (conflict === null && savesHere() && isEdited) markDirty();
      // The step's own form has saved these fields.
      if (!isEdited) show({ unfinished: [], waitsForContinue: false });
      onReconciled?.();
    },
    cannotMerge: () =>
      show({ isSaving: false, savedSince: null, failure: { reason: 'refused', message: RELOAD } }),
    retry: () => {
      const reason = view.failure?.reason;
      if (reason === 'offline' || reason === 'away' || reason === 'signedOut') queue.resume();
    },
    announce: () => {
      if (presence.isBegun()) presence.announce();
      else if (step !== null) presence.begin();
    },
    leavePage: async () => {
      readForms();
      void queue.flush();
      if (step !== null && presence.isBegun()) await presence.leave(editingPath(step.designationId));
    },
  };
}
