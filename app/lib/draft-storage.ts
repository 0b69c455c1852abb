import type { Draft } from '#app/lib/draft.ts';
import { attempt, draftKey, type DraftStorage } from '#app/lib/draft-keys.ts';
import { DraftSchema } from '#app/lib/draft-schema.ts';

/** The stored draft of a tab of this user; null when there is none or it is not one of ours. Never another user's. */
export function readDraft(storage: DraftStorage | null, userId: string, tabId: string): Draft | null {
  const found = attempt(() => storage?.getItem(draftKey(userId, tabId)) ?? null, null);
  if (found === null) return null;
  const parsed = DraftSchema.safeParse(attempt<unknown>(() => JSON.parse(found), null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}
