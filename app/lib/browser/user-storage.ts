/** Drafts stand under it, and what else a user's tab keeps: text until the next sign-in, a bulk answer, the menu's open groups. */
const KEY_PREFIX = 'laurel:draft:';

/** How the key of text that a tab keeps until the next sign-in ends. */
const SAVED_TEXT = 'text';

/** The part of the browser's storage that is needed here; tests and private windows bring their own kind of trouble. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null on the server and where the browser keeps it closed. */
export function browserStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.localStorage), null);
}

/** The storage of this tab alone; null on the server and where the browser keeps it closed. */
export function tabStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.sessionStorage), null);
}

/** Where a user's tab keeps something of its own until they log out. */
export function tabKey(userId: string, what: typeof SAVED_TEXT | 'selection' | 'menu'): string {
  return `${prefixOf(userId)}${what}`;
}

/** Whether this tab keeps text of somebody. */
export function hasSavedText(): boolean {
  return keysIn(tabStorage()).some((key) => key.endsWith(`:${SAVED_TEXT}`));
}

/** Where the draft of a user's tab stands. Every tab has its own, so that none overwrites another's. */
export function draftKey(userId: string, tabId: string): string {
  return `${prefixOf(userId)}${tabId}`;
}

/** The tabs, open or closed, that have a draft of this user in the storage. */
export function tabsWithDrafts(storage: DraftStorage | null, userId: string): string[] {
  const prefix = prefixOf(userId);
  return keysIn(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** Stores a text under a key; false where there is no storage or no room. */
export function setStoredItem(storage: DraftStorage | null, key: string, text: string): boolean {
  if (storage === null) return false;
  return attempt(() => {
    storage.setItem(key, text);
    return true;
  }, false);
}

export function removeStoredItem(storage: DraftStorage | null, key: string): void {
  attempt(() => storage?.removeItem(key), undefined);
}

/** Removes every draft and all else that is kept, whoever's, at logout (decisions, section 8). */
export function clearUserData(...storages: (DraftStorage | null)[]): void {
  removeItems(storages, () => true);
}

/** Removes what earlier users of this browser left; for every page of somebody signed in. */
export function removeOtherUsersData(userId: string, ...storages: (DraftStorage | null)[]): void {
  removeItems(storages, (key) => !key.startsWith(prefixOf(userId)));
}

function prefixOf(userId: string): string {
  return `${KEY_PREFIX}${userId}:`;
}

function removeItems(storages: readonly (DraftStorage | null)[], matches: (key: string) => boolean): void {
  for (const storage of storages.length === 0 ? [browserStorage(), tabStorage()] : storages) {
    for (const key of keysIn(storage)) if (matches(key)) removeStoredItem(storage, key);
  }
}

/** The keys of all drafts, and of all else that is kept. */
function keysIn(storage: DraftStorage | null): string[] {
  if (storage === null) return [];
  return attempt(
    () =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(
        (key): key is string => key?.startsWith(KEY_PREFIX) === true,
      ),
    [],
  );
}

/** Storage may throw at any touch: closed by the browser's settings, full, gone. */
export function attempt<Result>(touch: () => Result, otherwise: Result): Result {
  try {
    return touch();
  } catch {
    return otherwise;
  }
}
