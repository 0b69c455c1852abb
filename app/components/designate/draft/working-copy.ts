import type * as conflictTools from '#app/components/designate/draft/conflict-dialog.tsx';
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
  reconcile,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import { withStoredIds } from '#app/lib/students/draft-students.ts';

/** Whether every place still is the same student's, so that an open form stays about the one it was opened for. */
function isSameOrder(before: Draft, after: Draft): boolean {
  return before.students.every(({ id }, place) => id === undefined || after.students[place]?.id === id);
}

interface Dependencies {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
}

/** The step shows the draft from the start where that can be asked already, else what is stored. */
export function openWorkingCopy(
  { userId, store, session }: Dependencies,
  opened: StoredDesignation,
): WorkingCopyOfStep {
  const listeners = new Set<() => void>();
  const known = store.isOpen() ? reconcile(store.get(), userId, opened) : null;
  let isMet = false;
  let latest: Loaded | undefined;
  let tools: typeof conflictTools | undefined;
  let shown: ShownCopy = {
    draft: known?.draft ?? draftOfDesignation(userId, opened),
    question: null,
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

  /** Shows a draft in place of what was there before, where that says something else. */
  const present = (draft: Draft, { changed }: Loaded, reply: Reply) => {
    const before = isMet ? (store.get() ?? shown.draft) : shown.draft;
    if (draft !== store.get()) store.set(draft);
    if (!isSameContent(before, draft)) {
      const isTakenOver = isMet && draft.version !== before.version;
      const takenOver = isTakenOver
        ? { change: changed, differences: formatDifferences(before, draft, CHANGED) }
        : null;
      if (isMet && isSameOrder(before, draft) && session.writeForms(draft)) show({ draft, takenOver });
      else startAnew(reply, { isAnew: shown.isAnew, takenOver });
    }
    isMet = true;
    // What was typed before there was a draft to keep it reaches it now.
    session.readForms();
  };

  /** Brings the tools for what is apart, and meets once more with them, unless something else was loaded or opened since. */
  const fetchTools = (loaded: Loaded, reply: Reply, choices?: Choices) => {
    import('#app/components/designate/draft/conflict-dialog.tsx').then(
      (fetched) => {
        tools = fetched;
        if (latest === loaded && listeners.size > 0) meet(loaded, reply, choices);
      },
      () => session.cannotMerge(),
    );
  };

  const meet = (loaded: Loaded, reply: Reply, choices?: Choices): boolean => {
    const { stored, changed } = loaded;
    latest = loaded;
    session.readForms();
    const copy = reconcile(store.get(), userId, stored);
    if (copy === null) return false;
    if (copy.isApart && tools === undefined) {
      present(copy.draft, loaded, reply);
      fetchTools(loaded, reply, choices);
      return true;
    }
    const together =
      copy.isApart && tools !== undefined ? tools.mergeDraft(copy.draft, stored, choices) : copy;
    const isAsked = 'question' in together;
    present(isAsked ? copy.draft : together.draft, loaded, reply);
    const question =
      isAsked && tools !== undefined ? { about: together.question, Notice: tools.LiveConflictNotice } : null;
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
    meet,
    loadLatest: ({ stored }, reply) => {
      store.set(draftOfDesignation(userId, stored));
      startAnew(reply, { question: null });
      session.reconcile(null);
    },
    keepMine: ({ stored }, reply) => {
      session.readForms();
      const mine = store.get() ?? shown.draft;
      const { version, status } = stored;
      const students = withStoredIds(mine.students, stored.students);
      store.set({ ...mine, version, status, stored: contentOf(stored), sent: null, students });
      startAnew(reply, { question: null });
      session.reconcile(null);
      session.markDirty();
    },
    startAnew: (reply) => startAnew(reply),
  };
}
