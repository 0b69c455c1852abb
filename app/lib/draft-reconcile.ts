import { type Draft, draftOfDesignation, type StoredDesignation } from '#app/lib/draft.ts';
import { isSameContent } from '#app/lib/draft-equality.ts';

/** What a step works on. */
export interface WorkingCopy {
  /** What the forms show; always bound to `version` of the stored designation when it is sent. */
  readonly draft: Draft;
  /** The stored designation was changed elsewhere after this draft was loaded, and the draft holds edits: they are to be merged. */
  readonly isApart: boolean;
}

/**
 * Brings the browser's draft and the stored designation together as far as nothing has to be merged: edits made on the stored
 * version stay, and a newer stored version replaces a draft without edits, or one that says the same. What was loaded before this
 * draft was saved again is out of date and changes nothing. Null where a PENDING designation was not taken up by confirming on
 * the agreement step (specification, section 4).
 */
export function reconcile(
  draft: Draft | null,
  userId: string,
  stored: StoredDesignation,
): WorkingCopy | null {
  const fresh = { draft: draftOfDesignation(userId, stored), isApart: false };
  if (draft === null || draft.id !== stored.id) return stored.status === 'PENDING' ? null : fresh;
  if (draft.version !== null && draft.version > stored.version) return { draft, isApart: false };
  const holdsMore = draft.edited && !isSameContent(draft, fresh.draft);
  const wasSubmitted = stored.status === 'PENDING' && draft.status !== 'PENDING';
  if (!holdsMore) return wasSubmitted ? null : fresh;
  return { draft, isApart: draft.version !== stored.version };
}
