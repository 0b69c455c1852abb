import { openPresence } from '#app/components/domain/designate/desk-presence.ts';
import type { Desk, OpenForm, Seat } from '#app/components/domain/designate/desk-types.ts';
import { type DeskView, QUIET_VIEW } from '#app/components/domain/designate/desk-view.ts';
import { failureOf, mayPass, Overtaken } from '#app/components/domain/designate/save-failures.ts';
import { writeForm } from '#app/components/domain/designate/write-form.ts';
import type { BrowserTab } from '#app/lib/browser-tab.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';
import type * as draftSync from '#app/lib/draft-sync.ts';
import { createSaveQueue } from '#app/lib/save-queue.ts';
import { lockedSentence } from '#app/lib/locked-designation.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** Leaving a step waits no longer than this for its save. */
const LEAVING_PATIENCE_MS = 5_000;

/** Browsers do not fetch again in the same page what could not be fetched of its scripts. */
const RELOAD = 'reload this page to go on. What you typed stays in this browser.';

interface Sync {
  readonly module: typeof draftSync;
  readonly save: draftSync.DraftSync;
}

export function openDesk(userId: string, store: DraftStore, tab: BrowserTab): Desk {
  const listeners = new Set<() => void>();
  const forms = new Set<OpenForm>();
  let view = QUIET_VIEW;
  let seat: Seat | null = null;
  let onMeeting: (() => void) | undefined;
  let onSeat: (() => void) | undefined;
  let sync: Sync | undefined;

  const show = (change: Partial<DeskView>) => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };
  const fetchSync = async (): Promise<Sync> => {
    if (sync !== undefined) return sync;
    const module = await import('#app/lib/draft-sync.ts');
    return (sync ??= { module, save: module.createDraftSync() });
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
      if (seat === null || !savesHere()) return;
      const { save } = sync ?? (await fetchSync());
      if (store.get()?.sent != null) await meetOvertaking();
      readForms();
      if (store.get()?.edited !== true) return;
      const { answer, ...rest } = await save(store, { tabId: tab.id, userId, today: seat.today });
      show(rest);
      if (answer === null) return;
      show({ savedAt: answer.savedAt, savedSince: view.savedSince ?? answer.savedAt });
      hear(answer);
    },
    mayPass,
    onPhase: (phase, error) => {
      if (phase === 'failed') {
        const failure = failureOf(error);
        // Another version is merged with what is typed before there is anything to tell.
        const isStale = failure.reason === 'stale';
        show({ isSaving: isStale, failure, savedSince: isStale ? view.savedSince : null });
        if (isStale) void meetNewer();
      } else show({ isSaving: phase === 'saving', ...(phase === 'saved' ? { failure: null } : {}) });
    },
  });

  const ask = async (): Promise<EditingAnswer | null> => {
    const { module } = await fetchSync();
    return seat && module.announceEditor(seat.designationId, { tabId: tab.id, userId });
  };
  const hear = ({ version, status, colleagues, otherTabs }: EditingAnswer) => {
    show({ colleagues, isOpenElsewhere: presence.isAnyOpen(otherTabs) });
    if (stopIfLocked(status)) return;
    const known = store.get()?.version ?? version;
    if (version > known && !queue.isSaving()) seat?.refresh();
  };
  /** What can't be stored any more stays in sight: the step, loaded anew, would lead away from it. */
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
    onMeeting?.();
    return true;
  };
  const meetNewer = async () => {
    const standing = await ask().catch(() => null);
    if (standing === null || !stopIfLocked(standing.status)) seat?.refresh();
  };
  /** Nobody knows whether what was sent before is stored: a version that has moved on tells without a save that must fail. */
  const meetOvertaking = async () => {
    const standing = await ask();
    if (standing === null) return;
    hear(standing);
    if (standing.version > (store.get()?.version ?? standing.version)) throw new Overtaken();
  };
  const presence = openPresence({
    tabId: () => tab.id,
    ask,
    hear,
    onClosed: (isAnyOpen) => show({ isOpenElsewhere: isAnyOpen }),
  });

  const patiently = (saving: Promise<boolean>) =>
    Promise.race([
      saving,
      new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVING_PATIENCE_MS)),
    ]);
  /** A save that met another version waits for what comes of it: it may have been a save of this very draft. */
  const flushTwice = async () => {
    await seated();
    if (await queue.flush()) return true;
    if (!isStale()) return false;
    if (view.conflict === null) await new Promise<void>((resolve) => (onMeeting = resolve));
    return !isStale() && queue.flush();
  };
  const isSeated = () => seat !== null || forms.size === 0;
  /** What was typed before a step sat down is read when it does. */
  const seated = async () => {
    if (!isSeated()) await new Promise<void>((resolve) => (onSeat = resolve));
  };
  const isStale = () => view.failure?.reason === 'stale';
  const leave = async () => {
    if (seat === null) return;
    const { designationId } = seat;
    seat = null;
    view = QUIET_VIEW;
    await presence.leave(designationId);
  };

  return {
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    view: () => view,
    sit: (next) => {
      const isNew = seat?.designationId !== next.designationId;
      seat = next;
      if (isNew) show({ locked: null });
      onSeat?.();
      if (isNew || !presence.isBegun()) presence.begin();
      return () => {
        // The next step sits down at once; where none does, the designation is left.
        setTimeout(() => {
          if (seat !== next) return;
          void queue.flush().finally(() => {
            if (seat === next) void leave();
          });
        });
      };
    },
    touch: () => queue.touch(),
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
    settle: () => {
      readForms();
      return patiently(flushTwice());
    },
    // Before a step has sat down, its form may be older than what is stored.
    isSettled: () => isSeated() && queue.isSettled(),
    isSeated,
    isEdited: () => store.get()?.edited === true,
    hold: () => queue.hold(),
    release: () => queue.release(),
    meet: (conflict) => {
      if (conflict !== null) {
        queue.block();
        const failure = savesHere() ? ({ reason: 'stale' } as const) : null;
        show({ conflict, failure, isSaving: false, savedSince: null });
      } else if (view.conflict !== null || isStale()) {
        show({ conflict: null, failure: null, isSaving: false });
        queue.resume();
      }
      const isEdited = store.get()?.edited === true;
      if (conflict === null && savesHere() && isEdited) queue.touch();
      // Nothing is left to tell of what a step's own form has saved since.
      if (!isEdited) show({ unfinished: [], waitsForContinue: false });
      onMeeting?.();
    },
    cannotMerge: () =>
      show({ isSaving: false, savedSince: null, failure: { reason: 'refused', message: RELOAD } }),
    retry: () => {
      const reason = view.failure?.reason;
      if (reason === 'offline' || reason === 'away' || reason === 'signedOut') queue.resume();
    },
    announce: () => {
      if (presence.isBegun()) presence.announce();
      else if (seat !== null) presence.begin();
    },
    leavePage: async () => {
      readForms();
      void queue.flush();
      if (seat !== null && presence.isBegun()) await presence.leave(seat.designationId);
    },
  };
}
