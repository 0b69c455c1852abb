import type { SubmissionResult } from '@conform-to/react';
import type { ComponentType } from 'react';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { Draft, StoredDesignation } from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import type { MergeQuestion } from '#app/components/designate/draft/merge.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import type { EditingAnswer, LastChange } from '#app/schemas/designation-editing.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** The id of the notice that asks which version to keep. */
export const CONFLICT_ID = 'which-version';

/** Why edits aren't saved, if the page has a message for it. */
export type SaveFailure =
  | { readonly reason: 'offline' | 'away' | 'signedOut' | 'stale' }
  | { readonly reason: 'refused'; readonly message: string };

/** The state of saving. */
export interface SaveView {
  readonly isSaving: boolean;
  /** When the last save was stored, ISO 8601; null before the first. */
  readonly savedAt: string | null;
  /** The time of the first save since the page opened or since the last failure, ISO 8601; null without one. */
  readonly savedSince: string | null;
  /** The fields that can't be stored yet: 'student 2 phone'. */
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
  readonly failure: SaveFailure | null;
}

/** Everything a step shows about saving and other editors. */
export interface EditingSessionView extends SaveView, Pick<EditingAnswer, 'colleagues'> {
  /** The same user has the designation open in another tab or browser. */
  readonly isOpenElsewhere: boolean;
  /** The designation was approved or rejected while there are edits that can't be saved anymore. */
  readonly locked: DesignationStatus | null;
  /** Who changed the stored designation in the meantime; null without a conflict. */
  readonly conflict: { readonly change: LastChange | null } | null;
}

export const IDLE_VIEW: EditingSessionView = {
  isSaving: false,
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

/** What a step passes when it attaches. */
export interface ActiveStep {
  readonly designationId: string;
  /** Today's date, YYYY-MM-DD. */
  readonly today: string;
  /** Reloads the stored designation and reconciles it with the draft. */
  refresh(): void;
}

/** A step's form while it is open. */
export interface OpenForm {
  readonly element: HTMLFormElement;
  /** The number of student slots; null for the method's form. */
  readonly slots: number | null;
  /** Copies the form's values into the draft, at once. */
  read(): void;
}

/**
 * One user's editing of one designation in this tab, across steps: saves the draft (STARTED and RETURNED only) and
 * tracks other editors. Lives outside of React because it outlives each step.
 */
export interface EditingSession {
  subscribe(callback: () => void): () => void;
  view(): EditingSessionView;
  /** Starts a step; the returned function ends it. */
  attach(step: ActiveStep): () => void;
  /** Something was edited. */
  markDirty(): void;
  /** Has the open forms copy their values into the draft, at once. */
  readForms(): void;
  /** Registers a form for `readForms` and `writeForms`; the returned function unregisters it. */
  addForm(form: OpenForm): () => void;
  /** Shows a draft in the open forms; false if they have to restart for it, or none is open. */
  writeForms(draft: Draft): boolean;
  /** Saves what can be saved; resolves to whether that succeeded, within a few seconds. */
  flush(): Promise<boolean>;
  /** Like `flush`, but tries again if this tab's own earlier save caused a version conflict. */
  flushOrWait(): Promise<boolean>;
  /** Whether leaving the page now would lose nothing that could be saved. */
  isSettled(): boolean;
  /** Whether the draft has the edits, rather than only the step's form. */
  isAttached(): boolean;
  /** Whether there are edits that aren't stored. */
  isEdited(): boolean;
  /** Pauses saving while the step's own form is being submitted. */
  hold(): void;
  release(): void;
  /** Reports how reconciling the draft with the stored designation ended; null means without a conflict. */
  reconcile(conflict: { readonly change: LastChange | null } | null): void;
  /** The code for merging couldn't be fetched: nothing is saved until the page is reloaded. */
  cannotMerge(): void;
  /** Tries a failed save again at once. */
  retry(): void;
  /** Announces this tab to the server at once, and asks who else is editing. */
  announce(): void;
  /** Saves with requests that outlive the page, and reports that this tab closed; `announce` reverts that. */
  leavePage(): Promise<void>;
}

export type Reply = SubmissionResult<string[]> | undefined;

/** The stored designation as a step's loader returned it, and who changed it last. */
export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

/** Someone else's changes that were merged into the draft: whose they are, and which fields. */
export interface IncomingChanges {
  readonly change: LastChange | null;
  readonly differences: readonly string[];
}

/** An open question and the component that asks it. */
export interface AskedQuestion {
  readonly about: MergeQuestion;
  readonly Notice: ComponentType<LiveConflictNoticeProps>;
}

/** What a step displays. */
export interface ShownCopy {
  /** What the forms start with. */
  readonly draft: Draft;
  /** What the user has to decide before anything is saved, or null. */
  readonly question: AskedQuestion | null;
  /** Incremented when the forms have to restart with other content. */
  readonly round: number;
  /** Whether they restarted because of the user's choice. */
  readonly isRestarted: boolean;
  /** The server's reply that is out of date because the forms restarted. */
  readonly past: Reply;
  readonly incoming: IncomingChanges | null;
}

/** The working copy of an open step, outside of React because it is reconciled with the store between renders. */
export interface WorkingCopyOfStep {
  subscribe(callback: () => void): () => void;
  shown(): ShownCopy;
  /**
   * Reconciles the draft with the stored designation; false if a PENDING designation wasn't resumed. If both
   * changed, fetches the code for merging first; `choices` decide conflicts.
   */
  reconcile(loaded: Loaded, reply: Reply, choices?: Choices): boolean;
  /** Discards the edits. */
  loadLatest(loaded: Loaded, reply: Reply): void;
  /** Keeps the edits, to be saved over the stored version. */
  keepMine(loaded: Loaded, reply: Reply): void;
  /** Restarts the forms with the current draft. */
  restart(reply: Reply): void;
}

export interface WorkingDraft {
  /** What the step starts with. */
  readonly draft: Draft;
  /** The server's reply to the form, until the form restarts. */
  readonly reply: Reply;
  /** What the user has to decide after a conflict; null without one. */
  readonly question: AskedQuestion | null;
  /** Who changed the stored designation last, as loaded. */
  readonly changed: LastChange | null;
  /** Scripts run, and the browser's draft has been read. */
  readonly isLive: boolean;
  /** A React key that changes when the form has to restart with other content. */
  readonly formKey: string;
  /** Whether it restarted because of the user's choice. */
  readonly isRestarted: boolean;
  /** Someone else's merged changes, for a notice; null without any. */
  readonly incoming: IncomingChanges | null;
  /** Merges again, with the edits made since and these choices. */
  decide(choices: Choices): void;
  /** Discards the edits. */
  loadLatest(): void;
  /** Keeps the edits, to be saved over the stored version. */
  keepMine(): void;
  /** Restarts the form with the current draft. */
  restart(): void;
}

export interface ConflictNoticeProps {
  /** As it is stored now. */
  designation: DesignationAnswer;
  /** Today's date, YYYY-MM-DD. */
  today: string;
  /** The URL of the step, which loads the stored version. */
  here: string;
  working: WorkingDraft;
}

export interface SaveLineProps {
  status: DesignationStatus;
  /** Today's date, YYYY-MM-DD. */
  today: string;
  working: WorkingDraft;
}

export type LiveConflictNoticeProps = ConflictNoticeProps & { asked: AskedQuestion };

/** The signed-in user's draft in this tab, its editing session, and functions that need both. */
export interface DraftServices {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  /** Opens a step's working copy. */
  openWorkingCopy(stored: StoredDesignation): WorkingCopyOfStep;
  watchLeaving(confirm: (question: Question) => Promise<boolean>): () => void;
  holdSubmits(form: HTMLFormElement): () => void;
  /** The save line's content; null until the services are fetched. */
  readonly SaveLine: ComponentType<SaveLineProps> | null;
}
