/** Prefix of drafts and of per-tab data: saved text, the last bulk result, open menu groups. */
const KEY_PREFIX = 'laurel:draft:';

const SAVED_TEXT = 'text';

/** The part of Storage used here, so tests can replace it. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the browser's storage; null on the server or if the browser blocks it. */
export function browserStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.localStorage), null);
}

/** Returns this tab's storage; null on the server or if the browser blocks it. */
export function tabStorage(): DraftStorage | null {
  return attempt(() => (typeof window === 'undefined' ? null : window.sessionStorage), null);
}

/** Returns the key for a user's data in a tab, which is removed at logout. */
export function tabKey(userId: string, what: typeof SAVED_TEXT | 'selection' | 'menu'): string {
  return `${prefixOf(userId)}${what}`;
}

/** Returns whether this tab has saved text of any user. */
export function hasSavedText(): boolean {
  return keysIn(tabStorage()).some((key) => key.endsWith(`:${SAVED_TEXT}`));
}

/** Returns the key of a tab's draft. Each tab has its own key, so tabs don't overwrite each other. */
export function draftKey(userId: string, tabId: string): string {
  return `${prefixOf(userId)}${tabId}`;
}

/** Returns the IDs of the tabs, open or closed, that have a draft of this user. */
export function tabsWithDrafts(storage: DraftStorage | null, userId: string): string[] {
  const prefix = prefixOf(userId);
  return keysIn(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** Stores a text. Returns false if storage is unavailable or full. */
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

/** Removes the data of this browser's earlier users; called on every page of a signed-in user. */
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

/** Returns `otherwise` if the action throws, because storage may be blocked, full or gone. */
export function attempt<Result>(touch: () => Result, otherwise: Result): Result {
  try {
    return touch();
  } catch {
    return otherwise;
  }
}
