import type { SubmissionResult } from '@conform-to/react';
import type { Desk } from '#app/components/domain/designate/desk-types.ts';
import { type Draft, draftOfDesignation, type StoredDesignation, withStoredIds } from '#app/lib/draft.ts';
import { isSameContent, loadedDraft, reconcile } from '#app/lib/draft-reconcile.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

export type Reply = SubmissionResult<string[]> | undefined;

/** What a step's loader has of the stored designation, and who changed it last. */
export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

/** What a step shows. */
export interface ShownCopy {
  /** What the forms begin with. */
  readonly draft: Draft;
  readonly isConflict: boolean;
  /** Raised when the forms have to start anew with other content. */
  readonly round: number;
  /** They did so because the person chose it. */
  readonly isAnew: boolean;
  /** The server's reply that the forms' start made obsolete. */
  readonly past: Reply;
  /** Whose newer contents were taken over while the step was open, or null. */
  readonly takenOver: { readonly change: LastChange | null } | null;
}

/** The working copy of one opened step, outside of React: bringing it together with the store happens between renders. */
export interface WorkingCopyOfStep {
  subscribe(callback: () => void): () => void;
  shown(): ShownCopy;
  /** Brings draft and stored designation together; false where a PENDING designation was not taken up (see `reconcile`). */
  meet(loaded: Loaded, savedVersion: number | null, reply: Reply): boolean;
  /** Gives up the edits for what is stored. */
  loadLatest(loaded: Loaded, reply: Reply): void;
  /** Keeps the edits, to be saved over what is stored. */
  keepMine(loaded: Loaded, reply: Reply): void;
  /** Starts the forms anew from the draft as it now stands. */
  startAnew(reply: Reply): void;
}

interface Surroundings {
  readonly userId: string;
  readonly store: DraftStore;
  readonly desk: Desk;
}

/** The step shows the draft from the start where that can be asked already, else what is stored. */
export function openWorkingCopy(
  { userId, store, desk }: Surroundings,
  opened: StoredDesignation,
  openedBySave: number | null,
): WorkingCopyOfStep {
  const listeners = new Set<() => void>();
  const known = store.isOpen() ? reconcile(store.get(), userId, opened, openedBySave) : null;
  let isMet = false;
  let shown: ShownCopy = {
    draft: known?.draft ?? draftOfDesignation(userId, opened),
    isConflict: false,
    round: 0,
    isAnew: false,
    past: undefined,
    takenOver: null,
  };
  const show = (change: Partial<ShownCopy>) => {
    shown = { ...shown, ...change };
    for (const listener of listeners) listener();
  };
  const startAnew = (past: Reply, change: Partial<ShownCopy> = {}) => {
    show({
      draft: store.get() ?? shown.draft,
      isAnew: true,
      takenOver: null,
      ...change,
      round: shown.round + 1,
      past,
    });
  };

  return {
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    shown: () => shown,
    meet: ({ stored, changed }, savedVersion, reply) => {
      desk.readForms();
      const mine = store.get();
      const before = isMet && mine !== null ? mine : shown.draft;
      const copy = reconcile(mine, userId, stored, savedVersion);
      if (copy === null) return false;
      const { draft, isConflict } = copy;
      if (draft !== mine) store.set(draft);
      if (isSameContent(before, draft)) {
        if (isConflict !== shown.isConflict) show({ isConflict });
      } else {
        const isTakenOver = isMet && draft.version !== before.version;
        startAnew(reply, {
          isConflict,
          isAnew: shown.isAnew,
          takenOver: isTakenOver ? { change: changed } : null,
        });
      }
      isMet = true;
      // What was typed before there was a draft to keep it reaches it now.
      desk.readForms();
      desk.meet(isConflict ? { change: changed } : null);
      return true;
    },
    loadLatest: ({ stored }, reply) => {
      store.set(loadedDraft(userId, stored));
      startAnew(reply, { isConflict: false });
      desk.meet(null);
    },
    keepMine: ({ stored }, reply) => {
      desk.readForms();
      const mine = store.get() ?? shown.draft;
      const { version, status, classSize, criteria, criteriaComment } = stored;
      store.set({
        ...mine,
        version,
        status,
        stored: { classSize, criteria, criteriaComment: criteriaComment ?? '' },
        students: withStoredIds(mine.students, stored.students),
      });
      startAnew(reply, { isConflict: false });
      desk.meet(null);
      desk.touch();
    },
    startAnew: (reply) => startAnew(reply),
  };
}
