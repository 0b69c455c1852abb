const KEY_PREFIX = 'laurel:draft:';

/** The part of the browser's storage that drafts need; tests and private windows bring their own kind of trouble. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null on the server and where the browser keeps it closed. */
export function browserStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.localStorage), null);
}

/** Where the draft of a user stands. */
export function draftKey(userId: string): string {
  return `${KEY_PREFIX}${userId}`;
}

/** Whether anything is stored for this user, be it a draft or not. */
export function hasStoredDraft(storage: DraftStorage | null, userId: string): boolean {
  return attempt(() => storage !== null && storage.getItem(draftKey(userId)) !== null, false);
}

/** Stores the text of a draft under its user's key; false where there is no storage or no room. */
export function writeDraft(storage: DraftStorage | null, userId: string, text: string): boolean {
  if (storage === null) return false;
  return attempt(() => {
    storage.setItem(draftKey(userId), text);
    return true;
  }, false);
}

export function removeDraft(storage: DraftStorage | null, userId: string): void {
  attempt(() => storage?.removeItem(draftKey(userId)), undefined);
}

/** Removes every draft, whoever's: at logout, and wherever nobody is signed in (decisions, section 8). */
export function clearAllDrafts(storage: DraftStorage | null = browserStorage()): void {
  removeDrafts(storage, () => true);
}

/** Removes what earlier users of this browser left; for every page of somebody signed in. */
export function dropDraftsOfOthers(userId: string, storage: DraftStorage | null = browserStorage()): void {
  removeDrafts(storage, (key) => key !== draftKey(userId));
}

function removeDrafts(storage: DraftStorage | null, isMeant: (key: string) => boolean): void {
  if (storage === null) return;
  attempt(() => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key?.startsWith(KEY_PREFIX) && isMeant(key)) storage.removeItem(key);
  }, undefined);
}

/** Storage may throw at any touch: closed by the browser's settings, full, gone. */
export function attempt<Result>(touch: () => Result, otherwise: Result): Result {
  try {
    return touch();
  } catch {
    return otherwise;
  }
}
