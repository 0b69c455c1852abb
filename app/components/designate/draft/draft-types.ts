import type { SubmissionResult } from '@conform-to/react';
import type { ComponentType } from 'react';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { Draft, StoredDesignation } from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import type { MergeQuestion } from '#app/components/designate/draft/merge.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import type { DraftSaved, EditingAnswer, LastChange } from '#app/schemas/designation-editing.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

export const CONFLICT_ID = 'which-version';

/** Why edits aren't saved, if the page has a message for it. */
export type SaveFailure =
  | { readonly reason: 'offline' | 'away' | 'signedOut' | 'stale' }
  | { readonly reason: 'refused'; readonly message: string };

export interface SaveView {
  readonly isSaving: boolean;
  /** The server's response to the last save that stored something; null before the first. */
  readonly lastSave: DraftSaved | null;
  /** Time of the last stored save, ISO 8601; null before the first. */
  readonly savedAt: string | null;
  /** Time of the first save since the page opened or since the last failure, ISO 8601; null if there is none. */
  readonly savedSince: string | null;
  /** Fields that can't be stored yet: 'student 2 phone'. */
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
  readonly failure: SaveFailure | null;
}

export interface EditingSessionView extends SaveView, Pick<EditingAnswer, 'colleagues'> {
  /** Whether the same user has the designation open in another tab or browser. */
  readonly isOpenElsewhere: boolean;
  /** Set if the designation was approved or rejected while there are edits, which can't be saved anymore. */
  readonly locked: DesignationStatus | null;
  /** Who changed the stored designation in the meantime; null without a conflict. */
  readonly conflict: { readonly change: LastChange | null } | null;
}

export const IDLE_VIEW: EditingSessionView = {
  isSaving: false,
  lastSave: null,
  savedAt: null,
  savedSince: null,
  unfinished: [],
  waitsForContinue: false,
  failure: null,
  colleagues: [],
  isOpenElsewhere: false,
  locked: null,
  conflict: null,
};

export interface ActiveStep {
  readonly designationId: string;
  /** Current date, YYYY-MM-DD. */
  readonly today: string;
  refresh(): void;
}

export interface OpenForm {
  readonly element: HTMLFormElement;
  /** Number of student slots; null for the method form. */
  readonly slots: number | null;
  read(): void;
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

export type Reply = SubmissionResult<string[]> | undefined;

export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

/** Someone else's changes that were merged into the draft: by whom, and which fields. */
export interface IncomingChanges {
  readonly change: LastChange | null;
  readonly differences: readonly string[];
}

export interface AskedQuestion {
  readonly about: MergeQuestion;
  readonly Notice: ComponentType<LiveConflictNoticeProps>;
}

export interface ShownCopy {
  readonly draft: Draft;
  /** What the user must decide before anything is saved, or null. */
  readonly question: AskedQuestion | null;
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

export interface WorkingDraft {
  readonly draft: Draft;
  /** The server's response to the form, until the form restarts. */
  readonly reply: Reply;
  /** What the user must decide after a conflict; null without one. */
  readonly question: AskedQuestion | null;
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
  designation: DesignationAnswer;
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

export type LiveConflictNoticeProps = ConflictNoticeProps & { asked: AskedQuestion };

/** The signed-in user's draft in this tab, its editing session, and functions that need both. */
export interface DraftServices {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  openWorkingCopy(stored: StoredDesignation): WorkingCopyOfStep;
  watchLeaving(confirm: (question: Question) => Promise<boolean>): () => void;
  holdSubmits(form: HTMLFormElement): () => void;
  /** Content of the save line; null until the services have loaded. */
  readonly SaveLine: ComponentType<SaveLineProps> | null;
}
