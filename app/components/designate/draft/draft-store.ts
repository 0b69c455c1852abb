import { z } from 'zod';
import type { Draft, DraftContent } from '#app/components/designate/draft/draft.ts';
import type { BrowserTab } from '#app/components/designate/draft/presence.ts';
import {
  attempt,
  draftKey,
  type DraftStorage,
  removeStoredItem,
  tabsWithDrafts,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';
import { type DraftStudent, withIdsByIndex } from '#app/lib/students/draft-students.ts';
import { DraftStudentSchema } from '#app/schemas/draft-student.ts';
import { CRITERIA, DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

const text = z.string();
const content = {
  classSize: z.number().int().min(0).nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  criteriaComment: text,
  students: z.array(DraftStudentSchema),
};

/** The shape of a draft in the browser's storage. */
export const DraftSchema: z.ZodType<Draft> = z.object({
  format: z.literal(3),
  userId: text,
  id: text.nullable(),
  version: z.number().int().nullable(),
  status: z.enum(DESIGNATION_STATUSES).nullable(),
  stored: z.object(content),
  sent: z.object(content).nullable(),
  highSchool: z.object({ id: text, name: text }),
  academicYear: z.object({ id: text, year: z.number().int() }),
  acceptedTerms: z.boolean(),
  edited: z.boolean(),
  ...content,
});

/** The stored draft of this user's tab; null if there is none or it is invalid or another user's. */
export function readDraft(storage: DraftStorage | null, userId: string, tabId: string): Draft | null {
  const found = attempt(() => storage?.getItem(draftKey(userId, tabId)) ?? null, null);
  if (found === null) return null;
  const parsed = DraftSchema.safeParse(attempt<unknown>(() => JSON.parse(found), null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}

/** A save that the server confirmed. */
export interface StoredSave {
  /** The draft as it was when the save was sent. */
  readonly sentDraft: Draft;
  readonly version: number;
  readonly status: DesignationStatus;
  /** What is stored on the server now. */
  readonly content: DraftContent;
  /** The ids of the stored students, in list order. */
  readonly studentIds: readonly string[];
  /** Whether the whole draft could be stored. */
  readonly isWhole: boolean;
}

/**
 * One user's draft in this tab. The copy in memory leads, so it works without storage; storage brings it through
 * reloads, and from a closed tab to the next. Every tab has its own key.
 */
export interface DraftStore {
  /** Whether the storage has been read; before that, a draft may exist that `get` doesn't return. */
  isOpen(): boolean;
  /** Reads the storage, once, and adopts the draft of a closed tab: of this school, or of any if null. */
  open(highSchoolId: string | null): Promise<void>;
  /** Calls back when the store opens and when a draft is loaded or saved, but not on edits. */
  subscribe(callback: () => void): () => void;
  /** The draft, or null. */
  get(): Draft | null;
  /** Replaces the draft; false if it couldn't be written to the storage. */
  set(draft: Draft): boolean;
  /** Changes the draft by an edit; returns false and does nothing if there is none. */
  edit(change: Partial<DraftContent>): boolean;
  /** Edits the list after students were added, removed or replaced, so a slot may have another student now. */
  rearrange(students: readonly DraftStudent[]): void;
  /** Records what is being sent, so that it can be recognized if its answer never arrives. */
  sending(content: DraftContent): Draft | null;
  /** Records a confirmed save. */
  saved(save: StoredSave): void;
  /** Removes the draft, also those of closed tabs. */
  clear(): void;
  /** Another tab logged out and removed the stored draft: later edits aren't written to the storage. */
  onRemovedElsewhere(key: string | null): void;
}

/** A draft store; with null as storage the draft is in memory only. */
export function openDraftStore(userId: string, storage: DraftStorage | null, tab: BrowserTab): DraftStore {
  const listeners = new Set<() => void>();
  let draft: Draft | null = null;
  let isOpen = false;
  let isRemoved = false;
  /** Whether the list was rearranged since the running save was sent. */
  let isRearranged = false;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const persist = (next: Draft): boolean => {
    draft = next;
    return !isRemoved && setStoredItem(storage, draftKey(userId, tab.id), JSON.stringify(next));
  };
  const closedTabs = async () => {
    const others = tabsWithDrafts(storage, userId).filter((tabId) => tabId !== tab.id);
    const open = others.length === 0 ? new Set() : await tab.openAmong(others);
    return others.filter((tabId) => !open.has(tabId));
  };
  const remove = (tabId: string) => removeStoredItem(storage, draftKey(userId, tabId));

  /** The tab's own draft, or one that a closed tab left, which then becomes this tab's. */
  const find = async (highSchoolId: string | null): Promise<Draft | null> => {
    if (tabsWithDrafts(storage, userId).length === 0) return null;
    const own = readDraft(storage, userId, tab.id);
    if (own !== null) return own;
    const left = (await closedTabs())
      .map((tabId) => ({ tabId, found: readDraft(storage, userId, tabId) }))
      .filter(({ found }) => highSchoolId === null || found?.highSchool.id === highSchoolId)
      .sort((one, other) => Number(other.found?.edited ?? false) - Number(one.found?.edited ?? false))[0];
    if (left?.found == null) return null;
    if (persist(left.found)) remove(left.tabId);
    return left.found;
  };

  return {
    isOpen: () => isOpen,
    open: async (highSchoolId) => {
      if (isOpen) return;
      await tab.claim();
      const found = await find(highSchoolId);
      draft ??= found;
      isOpen = true;
      notify();
    },
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    get: () => draft,
    set: (next) => {
      const isKept = persist(next);
      notify();
      return isKept;
    },
    edit: (change) => {
      if (draft === null) return false;
      persist({ ...draft, ...change, edited: true });
      return true;
    },
    rearrange: (students) => {
      isRearranged = true;
      if (draft !== null) persist({ ...draft, students, edited: true });
    },
    sending: (content) => {
      isRearranged = false;
      if (draft !== null) persist({ ...draft, sent: content });
      return draft;
    },
    saved: ({ sentDraft, version, status, content, studentIds, isWhole }) => {
      if (draft === null || draft.id !== sentDraft.id) return;
      isRemoved = false;
      const students = isRearranged
        ? withNewIds(draft.students, sentDraft.students, studentIds)
        : withIdsByIndex(draft.students, studentIds);
      const stored = { ...content, students: withIdsByIndex(content.students, studentIds) };
      const edited = !isWhole || draft !== sentDraft;
      persist({ ...draft, version, status, stored, sent: null, students, edited });
      notify();
    },
    clear: () => {
      draft = null;
      remove(tab.id);
      void closedTabs().then((tabIds) => tabIds.forEach(remove));
    },
    onRemovedElsewhere: (key) => {
      if (key === null || key === draftKey(userId, tab.id)) isRemoved = true;
    },
  };
}

/**
 * Gives students the ids from a save although they moved since. A new student who was changed since counts as new
 * again.
 */
function withNewIds(
  students: readonly DraftStudent[],
  sent: readonly DraftStudent[],
  ids: readonly string[],
): DraftStudent[] {
  const known = new Set(ids);
  return students.map((student) => {
    const index = sent.indexOf(student);
    if (index >= 0 && index === sent.lastIndexOf(student)) return { ...student, id: ids[index] };
    return student.id === undefined || known.has(student.id) ? student : { ...student, id: undefined };
  });
}
