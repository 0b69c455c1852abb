import type { ComponentType } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { EditingSession } from '#app/components/designate/draft/editing-session.ts';
import { CHANGED, formatDifferences } from '#app/components/designate/draft/draft-differences.ts';
import {
  contentOf,
  type Draft,
  draftOfDesignation,
  isSameContent,
  reconcileDraft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import type { mergeDraft, MergeQuestion } from '#app/components/designate/draft/merge.ts';
import { withStoredIds } from '#app/students/draft-students.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

export type Reply = SubmissionResult<string[]> | undefined;

/** Someone else's changes that were merged into the draft: by whom, and which fields. */
export interface IncomingChanges {
  readonly change: LastChange | null;
  readonly differences: readonly string[];
}

export interface PendingQuestion {
  readonly about: MergeQuestion;
  readonly Notice: ComponentType<LiveConflictNoticeProps>;
}

export interface WorkingDraft {
  readonly draft: Draft;
  /** The server's response to the form, until the form restarts. */
  readonly reply: Reply;
  /** What the user must decide after a conflict; null without one. */
  readonly question: PendingQuestion | null;
  readonly changed: LastChange | null;
  /** Whether the page is hydrated and the browser's draft has been read. */
  readonly isLive: boolean;
  /** React key that changes when the form must restart with other content. */
  readonly formKey: string;
  readonly isRestarted: boolean;
  /** Someone else's merged changes, for a notice; null if there are none. */
  readonly incoming: IncomingChanges | null;
  decide(choices: Choices): void;
  loadLatest(): void;
  keepMine(): void;
  restart(): void;
}

export interface ConflictNoticeProps {
  designation: DesignationResponse;
  /** Current date, YYYY-MM-DD. */
  today: string;
  /** URL of the step, which loads the stored version. */
  here: string;
  working: WorkingDraft;
}

export interface SaveLineProps {
  status: DesignationStatus;
  /** Current date, YYYY-MM-DD. */
  today: string;
  working: WorkingDraft;
}

export type LiveConflictNoticeProps = ConflictNoticeProps & { asked: PendingQuestion };

export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

export interface ShownCopy {
  readonly draft: Draft;
  /** What the user must decide before anything is saved, or null. */
  readonly question: PendingQuestion | null;
  /** Incremented when the forms must restart with other content. */
  readonly round: number;
  readonly isRestarted: boolean;
  /** The server's response that is outdated because the forms restarted. */
  readonly past: Reply;
  readonly incoming: IncomingChanges | null;
}

/** The working copy of an open step. Not React state, because it is reconciled with the store between renders. */
export interface WorkingCopyOfStep {
  subscribe(callback: () => void): () => void;
  shown(): ShownCopy;
  /**
   * Reconciles the draft with the stored designation; false if a PENDING designation wasn't resumed. If both changed,
   * loads the merge module first; `choices` resolve conflicts.
   */
  reconcile(loaded: Loaded, reply: Reply, choices?: Choices): boolean;
  loadLatest(loaded: Loaded, reply: Reply): void;
  keepMine(loaded: Loaded, reply: Reply): void;
  restart(reply: Reply): void;
}

/** Returns whether all students have the same index as before, so that open forms still show the same one. */
function isSameOrder(before: Draft, after: Draft): boolean {
  return before.students.every(({ id }, index) => id === undefined || after.students[index]?.id === id);
}

/** What is loaded once a draft must be merged with a newer stored version. */
interface MergeModule {
  readonly mergeDraft: typeof mergeDraft;
  readonly LiveConflictNotice: ComponentType<LiveConflictNoticeProps>;
}

interface Dependencies {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  /** Imports the merge, with the question about what it can't decide. */
  fetchMerge(): Promise<MergeModule>;
}

/** Starts with the draft if it has been read, otherwise with the stored designation. */
export function openWorkingCopy(
  { userId, store, session, fetchMerge }: Dependencies,
  opened: StoredDesignation,
): WorkingCopyOfStep {
  const listeners = new Set<() => void>();
  const known = store.isOpen() ? reconcileDraft(store.get(), userId, opened) : null;
  let isReconciled = false;
  let latest: Loaded | undefined;
  let conflicts: MergeModule | undefined;
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
    fetchMerge().then(
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
    if (copy.needsMerge && conflicts === undefined) {
      present(copy.draft, loaded, reply);
      fetchConflictDialog(loaded, reply, choices);
      return true;
    }
    const together =
      copy.needsMerge && conflicts !== undefined ? conflicts.mergeDraft(copy.draft, stored, choices) : copy;
    const hasQuestion = 'question' in together;
    present(hasQuestion ? copy.draft : together.draft, loaded, reply);
    const question =
      hasQuestion && conflicts !== undefined
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
