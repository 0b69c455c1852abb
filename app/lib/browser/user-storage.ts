/**
 * The prefix of drafts and of a tab's other data of a user: text saved until the next sign-in, a bulk answer, open
 * menu groups.
 */
const KEY_PREFIX = 'laurel:draft:';

/** The suffix of the key for text that is saved until the next sign-in. */
const SAVED_TEXT = 'text';

/** The part of the browser's storage that is used here, so that tests can replace it. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null on the server and where the browser blocks it. */
export function browserStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.localStorage), null);
}

/** This tab's storage; null on the server and where the browser blocks it. */
export function tabStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.sessionStorage), null);
}

/** The key for a tab's data of a user, removed when they log out. */
export function tabKey(userId: string, what: typeof SAVED_TEXT | 'selection' | 'menu'): string {
  return `${prefixOf(userId)}${what}`;
}

/** Whether this tab has saved text of any user. */
export function hasSavedText(): boolean {
  return keysIn(tabStorage()).some((key) => key.endsWith(`:${SAVED_TEXT}`));
}

/** The key of the draft in a user's tab. Every tab has its own, so none overwrites another's. */
export function draftKey(userId: string, tabId: string): string {
  return `${prefixOf(userId)}${tabId}`;
}

/** The tabs, open or closed, with a draft of this user in the storage. */
export function tabsWithDrafts(storage: DraftStorage | null, userId: string): string[] {
  const prefix = prefixOf(userId);
  return keysIn(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** Stores a text; returns false without storage or space. */
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

/** Removes all drafts and other data of every user, at logout (decisions, section 8). */
export function clearUserData(...storages: (DraftStorage | null)[]): void {
  removeItems(storages, () => true);
}

/** Removes the data of this browser's earlier users; for every page of a signed-in user. */
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

/** The keys of all drafts and other data. */
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

/** Any access to the storage may throw: blocked, full, or gone. */
export function attempt<Result>(touch: () => Result, otherwise: Result): Result {
  try {
    return touch();
  } catch {
    return otherwise;
  }
}
