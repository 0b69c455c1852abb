import type { EditingSessionView } from '#app/components/designate/editing-session-view.ts';
import type { Draft } from '#app/lib/draft.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

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
  readonly places: number | null;
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
  attach(seat: ActiveStep): () => void;
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
