import type { Draft, DraftContent } from '#app/lib/draft.ts';
import {
  browserStorage,
  draftKey,
  type DraftStorage,
  hasStoredDraft,
  removeDraft,
  writeDraft,
} from '#app/lib/draft-keys.ts';

/**
 * The draft of one user in this tab. The tab's own copy leads, so that two tabs do not disturb one another and everything
 * works where the browser keeps no storage; storage brings it over reloads.
 */
export interface DraftStore {
  /** Whether the storage has been looked at; until then there is no telling whether there is a draft. */
  isOpen(): boolean;
  /** Looks at the storage, once. What checks a stored draft is only fetched where there is one. */
  open(): Promise<void>;
  /** Calls back when the store has opened. */
  subscribe(callback: () => void): () => void;
  /** The draft, or null. */
  get(): Draft | null;
  /** Keeps a draft; false where it could only be kept until the page is left. */
  set(draft: Draft): boolean;
  /** Keeps what was typed into the draft; nothing happens when there is none. */
  edit(change: Partial<DraftContent>): void;
  clear(): void;
  /** Another tab removed the stored draft (it logged out, or submitted): what is typed here later is not written back. */
  onRemovedElsewhere(key: string | null): void;
}

const stores = new Map<string, DraftStore>();

/** The one store of a user in this tab; on the server always a new one, which never opens. */
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
  const listeners = new Set<() => void>();
  let draft: Draft | null = null;
  let isOpen = false;
  const opened = () => {
    isOpen = true;
    for (const listener of listeners) listener();
  };
  return {
    isOpen: () => isOpen,
    open: async () => {
      if (isOpen) return;
      const stored = hasStoredDraft(storage, userId) ? await import('#app/lib/draft-storage.ts') : null;
      draft ??= stored?.readDraft(storage, userId) ?? null;
      opened();
    },
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    get: () => draft,
    set: (next) => {
      draft = next;
      return writeDraft(storage, userId, JSON.stringify(next));
    },
    edit: (change) => {
      if (draft === null) return;
      draft = { ...draft, ...change, edited: true };
      writeDraft(storage, userId, JSON.stringify(draft));
    },
    clear: () => {
      draft = null;
      removeDraft(storage, userId);
    },
    onRemovedElsewhere: (key) => {
      if (key === null || key === draftKey(userId)) draft = null;
    },
  };
}
