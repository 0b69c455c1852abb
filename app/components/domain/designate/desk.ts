import { openPresence } from '#app/components/domain/designate/desk-presence.ts';
import type { Desk, Seat } from '#app/components/domain/designate/desk-types.ts';
import { type DeskView, QUIET_VIEW } from '#app/components/domain/designate/desk-view.ts';
import { failureOf, mayPass, Overtaken } from '#app/components/domain/designate/save-failures.ts';
import type { BrowserTab } from '#app/lib/browser-tab.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';
import type * as draftSync from '#app/lib/draft-sync.ts';
import { createSaveQueue } from '#app/lib/save-queue.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';

/** Leaving a step waits no longer than this for its save. */
const LEAVING_PATIENCE_MS = 5_000;

interface Sync {
  readonly module: typeof draftSync;
  readonly save: draftSync.DraftSync;
}

export function openDesk(userId: string, store: DraftStore, tab: BrowserTab): Desk {
  const listeners = new Set<() => void>();
  const forms = new Set<() => void>();
  let view = QUIET_VIEW;
  let seat: Seat | null = null;
  let onMeeting: (() => void) | undefined;
  let sync: Sync | undefined;
  let isMet = false;
  /** The page began with edits that a page before it may have sent, without hearing that they were stored. */
  let mayBeStored = false;

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
    for (const read of forms) read();
  };
  const savesHere = () => {
    const status = store.get()?.status;
    return status === 'STARTED' || status === 'RETURNED';
  };

  const queue = createSaveQueue({
    save: async () => {
      if (seat === null || !savesHere()) return;
      const { save } = sync ?? (await fetchSync());
      if (mayBeStored) await meetOvertaking();
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
        show({ isSaving: false, failure, savedSince: null });
        if (failure.reason === 'stale') seat?.refresh();
      } else show({ isSaving: phase === 'saving', ...(phase === 'saved' ? { failure: null } : {}) });
    },
  });

  const ask = async (): Promise<EditingAnswer | null> => {
    const { module } = await fetchSync();
    return seat && module.announceEditor(seat.designationId, { tabId: tab.id, userId });
  };
  const hear = ({ version, colleagues, isOpenElsewhere }: EditingAnswer) => {
    show({ colleagues, isOpenElsewhere });
    const known = store.get()?.version ?? version;
    if (version > known && !queue.isSaving()) seat?.refresh();
  };
  const meetOvertaking = async () => {
    const standing = await ask();
    if (standing === null) return;
    mayBeStored = false;
    hear(standing);
    if (standing.version > (store.get()?.version ?? standing.version)) throw new Overtaken();
  };
  const presence = openPresence({ tabId: () => tab.id, ask, hear });

  const patiently = (saving: Promise<boolean>) =>
    Promise.race([
      saving,
      new Promise<false>((resolve) => setTimeout(() => resolve(false), LEAVING_PATIENCE_MS)),
    ]);
  /** A save that met another version waits for what comes of it: it may have been a save of this very draft. */
  const flushTwice = async () => {
    if (await queue.flush()) return true;
    if (!isStale()) return false;
    if (view.conflict === null) await new Promise<void>((resolve) => (onMeeting = resolve));
    return !isStale() && queue.flush();
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
    addForm: (read) => {
      forms.add(read);
      return () => forms.delete(read);
    },
    flush: () => {
      readForms();
      return patiently(queue.flush());
    },
    settle: () => {
      readForms();
      return patiently(flushTwice());
    },
    isSettled: () => queue.isSettled(),
    hold: () => queue.hold(),
    release: () => queue.release(),
    meet: (conflict) => {
      if (conflict !== null) {
        queue.block();
        show({ conflict, failure: savesHere() ? { reason: 'stale' } : null });
      } else if (view.conflict !== null || isStale()) {
        show({ conflict: null, failure: null });
        queue.resume();
      }
      const isEdited = store.get()?.edited === true;
      if (!isMet && isEdited) mayBeStored = true;
      isMet = true;
      if (conflict === null && savesHere() && isEdited) queue.touch();
      onMeeting?.();
    },
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
