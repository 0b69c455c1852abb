import { type Draft, DraftSchema } from '#app/lib/draft.ts';

const KEY_PREFIX = 'laurel:draft:';

/** The part of the browser's storage that drafts need; tests and private windows bring their own kind of trouble. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; null on the server and where the browser keeps it closed. */
export function browserStorage(): DraftStorage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage;
  } catch {
    return null;
  }
}

/** Where the draft of a user stands. */
export function draftKey(userId: string): string {
  return `${KEY_PREFIX}${userId}`;
}

/** The stored draft of this user; null when there is none or it is not one of ours. Never another user's. */
export function readDraft(storage: DraftStorage | null, userId: string): Draft | null {
  const found = attempt(() => storage?.getItem(draftKey(userId)) ?? null, null);
  if (found === null) return null;
  const parsed = DraftSchema.safeParse(attempt<unknown>(() => JSON.parse(found), null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}

/** Stores the draft under its user's key; false where there is no storage or no room. */
export function writeDraft(storage: DraftStorage | null, draft: Draft): boolean {
  if (storage === null) return false;
  return attempt(() => {
    storage.setItem(draftKey(draft.userId), JSON.stringify(draft));
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
function attempt<Result>(touch: () => Result, otherwise: Result): Result {
  try {
    return touch();
  } catch {
    return otherwise;
  }
}
