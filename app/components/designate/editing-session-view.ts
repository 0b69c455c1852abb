import type { EditingAnswer, LastChange } from '#app/schemas/designation-editing.ts';
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

export const QUIET_VIEW: EditingSessionView = {
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
