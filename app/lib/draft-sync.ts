import { saveDraftOnServer } from '#app/lib/browser/api-client.ts';
import { isSameContent } from '#app/lib/draft-equality.ts';
import { createStorableCheck } from '#app/lib/draft-storable.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';
import type { DraftSaved } from '#app/schemas/designation-editing.ts';

export { announceEditor } from '#app/lib/browser/api-client.ts';

/** What became of a save. */
export interface SaveOutcome {
  /** The server's answer; null where everything that can be stored was stored already. */
  readonly answer: DraftSaved | null;
  /** What could not be stored yet, field by field. */
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
}

/** Who saves, and the present day, YYYY-MM-DD. */
export interface SavingTab {
  readonly tabId: string;
  readonly userId: string;
  readonly today: string;
}

export type DraftSync = (store: DraftStore, tab: SavingTab) => Promise<SaveOutcome>;

/**
 * Saves what can be stored of the store's draft on the version it is based on, and notes the answer in the store. Nothing is sent
 * that is stored already. This module brings the schemas: load it when a step has come to rest.
 *
 * @throws ApiError when the server refused; 412 for a version that was overtaken
 */
export function createDraftSync(): DraftSync {
  const check = createStorableCheck();

  return async (store, { tabId, userId, today }) => {
    const draft = store.get();
    if (draft?.id == null || draft.version === null)
      return { answer: null, unfinished: [], waitsForContinue: false };
    const { content, unfinished, waitsForContinue } = check(draft, today);
    if (isSameContent(content, draft.stored)) return { answer: null, unfinished, waitsForContinue };
    const sentDraft = store.sending(content) ?? draft;
    const answer = await saveDraftOnServer(draft.id, { tabId, userId, version: draft.version, ...content });
    store.saved({
      sentDraft,
      version: answer.version,
      status: answer.status,
      content,
      studentIds: answer.studentIds,
      isWhole: unfinished.length === 0 && !waitsForContinue,
    });
    return { answer, unfinished, waitsForContinue };
  };
}
