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

/** The id of the notice in which one of two versions is chosen. */
export const CONFLICT_ID = 'which-version';

/** Why what is typed is not saved, as far as the page has something to say about it. */
export type SaveFailure =
  | { readonly reason: 'offline' | 'away' | 'signedOut' | 'stale' }
  | { readonly reason: 'refused'; readonly message: string };

/** How the saving of what is typed stands. */
export interface SaveView {
  readonly isSaving: boolean;
  /** When the last save was stored, ISO 8601; null before the first. */
  readonly savedAt: string | null;
  /** Since when every save was stored: the first one's moment since the page was opened, or since a failure. */
  readonly savedSince: string | null;
  /** The fields that cannot be stored yet: 'student 2 phone'. */
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
  readonly failure: SaveFailure | null;
}

/** Everything a step shows about saving and about who else is there. */
export interface EditingSessionView extends SaveView, Pick<EditingAnswer, 'colleagues'> {
  /** The same user has the designation open in another tab, of this browser or another. */
  readonly isOpenElsewhere: boolean;
  /** The office has approved or rejected the designation while something is typed here that can't be stored any more. */
  readonly locked: DesignationStatus | null;
  /** Who changed the stored designation while it was edited here; null while there is no conflict. */
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
  /** The present day, YYYY-MM-DD. */
  readonly today: string;
  /** Loads the stored designation anew and brings it together with the draft. */
  refresh(): void;
}

/** A step's form, as long as it is open. */
export interface OpenForm {
  readonly element: HTMLFormElement;
  /** How many students it has places for; null where it is about the method. */
  readonly slots: number | null;
  /** Puts what is typed into the draft, at once. */
  read(): void;
}

/**
 * Where one user edits one designation in this tab, from step to step: it saves the store's draft while it is typed (STARTED and
 * RETURNED only), says that the tab is here, and learns who else is. Kept outside of React, for it outlives each step.
 */
export interface EditingSession {
  subscribe(callback: () => void): () => void;
  view(): EditingSessionView;
  /** A step opens; the answered function is for when it closes. */
  attach(step: ActiveStep): () => void;
  /** Something was typed. */
  markDirty(): void;
  /** Has the open forms put what is typed into the draft, at once. */
  readForms(): void;
  /** Registers a form for `readForms` and `writeForms`; the answered function takes it back. */
  addForm(form: OpenForm): () => void;
  /** Shows a draft in the open forms; false where they have to start anew for it, or none is open. */
  writeForms(draft: Draft): boolean;
  /** Saves now what can be saved; resolves to whether it is, or after some seconds. */
  flush(): Promise<boolean>;
  /** The same, and where this tab's own earlier save was in the way, once more after finding that out. */
  flushOrWait(): Promise<boolean>;
  /** Whether leaving the page now would leave something unsaved that could be saved. */
  isSettled(): boolean;
  /** Whether the draft, rather than the step's own form, has what is typed. */
  isAttached(): boolean;
  /** Whether something is typed that isn't stored. */
  isEdited(): boolean;
  /** Lets nothing begin while the step's own form is on its way, and goes on afterwards. */
  hold(): void;
  release(): void;
  /** The stored designation and the draft have been brought together: both changed, or they agree. */
  reconcile(conflict: { readonly change: LastChange | null } | null): void;
  /** What merges the two could not be fetched: nothing is saved before the page is loaded again. */
  cannotMerge(): void;
  /** Tries again at once what had failed. */
  retry(): void;
  /** Says at once that this tab is here, and learns who else is. */
  announce(): void;
  /** The page goes: saves, with requests that outlive it, and says goodbye; `announce` takes it back where it returns. */
  leavePage(): Promise<void>;
}

export type Reply = SubmissionResult<string[]> | undefined;

/** What a step's loader has of the stored designation, and who changed it last. */
export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

/** Newer contents that were taken over while the step was open: whose they are, and what they changed, in words. */
export interface IncomingChanges {
  readonly change: LastChange | null;
  readonly differences: readonly string[];
}

/** What is to be asked, and what asks it. */
export interface AskedQuestion {
  readonly about: MergeQuestion;
  readonly Notice: ComponentType<LiveConflictNoticeProps>;
}

/** What a step shows. */
export interface ShownCopy {
  /** What the forms begin with. */
  readonly draft: Draft;
  /** What is to be decided before anything is saved, or null. */
  readonly question: AskedQuestion | null;
  /** Raised when the forms have to start anew with other content. */
  readonly round: number;
  /** They did so because the person chose it. */
  readonly isRestarted: boolean;
  /** The server's reply that the forms' start made obsolete. */
  readonly past: Reply;
  readonly incoming: IncomingChanges | null;
}

/** The working copy of one opened step, outside of React: bringing it together with the store happens between renders. */
export interface WorkingCopyOfStep {
  subscribe(callback: () => void): () => void;
  shown(): ShownCopy;
  /**
   * Brings draft and stored designation together; false where a PENDING designation was not taken up (see `reconcileDraft`). Where both
   * changed, what merges them is fetched first, and `choices` decide what conflicts.
   */
  reconcile(loaded: Loaded, reply: Reply, choices?: Choices): boolean;
  /** Gives up the edits for what is stored. */
  loadLatest(loaded: Loaded, reply: Reply): void;
  /** Keeps the edits, to be saved over what is stored. */
  keepMine(loaded: Loaded, reply: Reply): void;
  /** Starts the forms anew from the draft as it now stands. */
  restart(reply: Reply): void;
}

export interface WorkingDraft {
  /** What the step begins with. */
  readonly draft: Draft;
  /** What the server found in the form, until the form starts anew. */
  readonly reply: Reply;
  /** What is to be decided, where the stored designation was changed elsewhere while this draft was edited; null otherwise. */
  readonly question: AskedQuestion | null;
  /** Who changed the stored designation last, as it was loaded. */
  readonly changed: LastChange | null;
  /** Scripts are at work, and with them the browser's draft. */
  readonly isLive: boolean;
  /** Changes when the form has to start anew with other content: a React key for it. */
  readonly formKey: string;
  /** It did so since the page was opened because the person chose it. */
  readonly isRestarted: boolean;
  /** Whose newer contents were taken over, for a notice; null without. */
  readonly incoming: IncomingChanges | null;
  /** Brings the two versions together once more, with what was typed since and these decisions. */
  decide(choices: Choices): void;
  /** Gives up the edits for what is stored. */
  loadLatest(): void;
  /** Keeps the edits, to be saved over what is stored. */
  keepMine(): void;
  /** Starts the form anew from the draft as it now stands. */
  restart(): void;
}

export interface ConflictNoticeProps {
  /** As it is stored now. */
  designation: DesignationAnswer;
  /** The present day, YYYY-MM-DD. */
  today: string;
  /** The address of the step, where it can be opened anew with what is stored. */
  here: string;
  working: WorkingDraft;
}

export interface SaveLineProps {
  status: DesignationStatus;
  /** The present day, YYYY-MM-DD. */
  today: string;
  working: WorkingDraft;
}

export type LiveConflictNoticeProps = ConflictNoticeProps & { asked: AskedQuestion };

/** The signed-in user's draft in this tab, the session where it is edited, and what works on both. */
export interface DraftServices {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  /** What a step works on. */
  openWorkingCopy(stored: StoredDesignation): WorkingCopyOfStep;
  watchLeaving(confirm: (question: Question) => Promise<boolean>): () => void;
  holdSubmits(form: HTMLFormElement): () => void;
  /** What the line about saving says; null until the page is alive. */
  readonly SaveLine: ComponentType<SaveLineProps> | null;
}
