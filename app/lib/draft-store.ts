import type { Draft, DraftContent } from '#app/lib/draft.ts';
import { browserStorage, draftKey, type DraftStorage, removeDraft } from '#app/lib/draft-keys.ts';
import { readDraft, writeDraft } from '#app/lib/draft-storage.ts';

/**
 * The draft of one user in this tab. The tab's own copy leads, so that two tabs do not disturb one another and everything
 * works where the browser keeps no storage; storage brings it over reloads.
 */
export interface DraftStore {
  /** The draft, or null. */
  get(): Draft | null;
  /** Opens and keeps a draft; false where it could only be kept until the page is left. */
  set(draft: Draft): boolean;
  /** Keeps what was typed into the open draft; nothing happens when none is open. */
  edit(change: Partial<DraftContent>): void;
  clear(): void;
  /** Another tab removed the stored draft (it logged out, or submitted): what is typed here later is not written back. */
  onRemovedElsewhere(key: string | null): void;
}

const stores = new Map<string, DraftStore>();

/** The one store of a user in this tab; on the server always a new and empty one. */
export function draftStoreOf(userId: string): DraftStore {
  if (typeof window === 'undefined') return openDraftStore(userId, null);
  let store = stores.get(userId);
  if (store === undefined) {
    store = openDraftStore(userId, browserStorage());
    stores.set(userId, store);
  }
  return store;
}

/** A store over the given storage; null keeps the draft in this tab only. */
export function openDraftStore(userId: string, storage: DraftStorage | null): DraftStore {
  let own: Draft | null = null;
  return {
    get: () => own ?? readDraft(storage, userId),
    set: (draft) => {
      own = draft;
      return writeDraft(storage, draft);
    },
    edit: (change) => {
      if (own === null) return;
      own = { ...own, ...change, edited: true };
      writeDraft(storage, own);
    },
    clear: () => {
      own = null;
      removeDraft(storage, userId);
    },
    onRemovedElsewhere: (key) => {
      if (key === null || key === draftKey(userId)) own = null;
    },
  };
}
