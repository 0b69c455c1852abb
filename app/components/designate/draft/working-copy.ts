import type * as conflictDialog from '#app/components/designate/draft/conflict-dialog.tsx';
import { CHANGED, formatDifferences } from '#app/components/designate/draft/differences.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type {
  EditingSession,
  Loaded,
  Reply,
  ShownCopy,
  WorkingCopyOfStep,
} from '#app/components/designate/draft/draft-types.ts';
import {
  contentOf,
  type Draft,
  draftOfDesignation,
  isSameContent,
  reconcileDraft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import { withStoredIds } from '#app/lib/students/draft-students.ts';

/** Returns whether all students have the same index as before, so that open forms still show the same one. */
function isSameOrder(before: Draft, after: Draft): boolean {
  return before.students.every(({ id }, index) => id === undefined || after.students[index]?.id === id);
}

interface Dependencies {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
}

/** Starts with the draft if it has been read, otherwise with the stored designation. */
export function openWorkingCopy(
  { userId, store, session }: Dependencies,
  opened: StoredDesignation,
): WorkingCopyOfStep {
  const listeners = new Set<() => void>();
  const known = store.isOpen() ? reconcileDraft(store.get(), userId, opened) : null;
  let isReconciled = false;
  let latest: Loaded | undefined;
  let conflicts: typeof conflictDialog | undefined;
  let shown: ShownCopy = {
    draft: known?.draft ?? draftOfDesignation(userId, opened),
    question: null,
    round: 0,
    isRestarted: false,
    past: undefined,
    incoming: null,
  };
  const show = (change: Partial<ShownCopy>) => {
    shown = { ...shown, ...change };
    for (const listener of listeners) listener();
  };
  const restart = (past: Reply, change: Partial<ShownCopy> = {}) => {
    show({
      draft: store.get() ?? shown.draft,
      isRestarted: true,
      incoming: null,
      ...change,
      round: shown.round + 1,
      past,
    });
  };

  const present = (draft: Draft, { changed }: Loaded, reply: Reply) => {
    const before = isReconciled ? (store.get() ?? shown.draft) : shown.draft;
    if (draft !== store.get()) store.set(draft);
    if (!isSameContent(before, draft)) {
      const isNewer = isReconciled && draft.version !== before.version;
      const incoming = isNewer
        ? { change: changed, differences: formatDifferences(before, draft, CHANGED) }
        : null;
      if (isReconciled && isSameOrder(before, draft) && session.writeForms(draft)) show({ draft, incoming });
      else restart(reply, { isRestarted: shown.isRestarted, incoming });
    }
    isReconciled = true;
    // Reads text typed before there was a draft.
    session.readForms();
  };

  /** Loads the merge module, then reconciles again, unless something else was loaded or opened since. */
  const fetchConflictDialog = (loaded: Loaded, reply: Reply, choices?: Choices) => {
    import('#app/components/designate/draft/conflict-dialog.tsx').then(
      (fetched) => {
        conflicts = fetched;
        if (latest === loaded && listeners.size > 0) reconcile(loaded, reply, choices);
      },
      () => session.cannotMerge(),
    );
  };

  const reconcile = (loaded: Loaded, reply: Reply, choices?: Choices): boolean => {
    const { stored, changed } = loaded;
    latest = loaded;
    session.readForms();
    const copy = reconcileDraft(store.get(), userId, stored);
    if (copy === null) return false;
    if (copy.isApart && conflicts === undefined) {
      present(copy.draft, loaded, reply);
      fetchConflictDialog(loaded, reply, choices);
      return true;
    }
    const together =
      copy.isApart && conflicts !== undefined ? conflicts.mergeDraft(copy.draft, stored, choices) : copy;
    const isAsked = 'question' in together;
    present(isAsked ? copy.draft : together.draft, loaded, reply);
    const question =
      isAsked && conflicts !== undefined
        ? { about: together.question, Notice: conflicts.LiveConflictNotice }
        : null;
    if (question !== shown.question) show({ question });
    session.reconcile(question === null ? null : { change: changed });
    return true;
  };

  return {
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    shown: () => shown,
    reconcile,
    loadLatest: ({ stored }, reply) => {
      store.set(draftOfDesignation(userId, stored));
      restart(reply, { question: null });
      session.reconcile(null);
    },
    keepMine: ({ stored }, reply) => {
      session.readForms();
      const mine = store.get() ?? shown.draft;
      const { version, status } = stored;
      const students = withStoredIds(mine.students, stored.students);
      store.set({ ...mine, version, status, stored: contentOf(stored), sent: null, students });
      restart(reply, { question: null });
      session.reconcile(null);
      session.markDirty();
    },
    restart: (reply) => restart(reply),
  };
}
