import { z } from 'zod';
import { type Draft, type DraftContent, withIdsOfSame } from '#app/components/designate/draft/draft.ts';
import type { BrowserTab } from '#app/components/designate/draft/presence.ts';
import {
  attempt,
  draftKey,
  type DraftStorage,
  removeStoredItem,
  tabsWithDrafts,
  setStoredItem,
} from '#app/lib/browser/user-storage.ts';
import { type DraftStudent, withIdsByIndex } from '#app/students/draft-students.ts';
import { DraftStudentSchema } from '#app/schemas/draft-student.ts';
import { CRITERIA, DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';

const text = z.string();
const content = {
  classSize: z.number().int().min(0).nullable(),
  criteria: z.enum(CRITERIA).nullable(),
  criteriaComment: text,
  students: z.array(DraftStudentSchema),
};

/** The format of a draft in browser storage. */
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

/** Returns the stored draft of this user's tab; null if there is none, or it is invalid or another user's. */
export function readDraft(storage: DraftStorage | null, userId: string, tabId: string): Draft | null {
  const found = attempt(() => storage?.getItem(draftKey(userId, tabId)) ?? null, null);
  if (found === null) return null;
  const parsed = DraftSchema.safeParse(attempt<unknown>(() => JSON.parse(found), null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}

export interface StoredSave {
  readonly sentDraft: Draft;
  readonly version: number;
  readonly status: DesignationStatus;
  readonly content: DraftContent;
  readonly studentIds: readonly string[];
  readonly isWhole: boolean;
}

/**
 * One user's draft in this tab. Storage preserves the in-memory copy across reloads and passes a closed tab's draft
 * to the next tab, but isn't required. Each tab has its own key.
 */
export interface DraftStore {
  /** Returns whether storage has been read. Until then, a draft may exist that `get` doesn't return. */
  isOpen(): boolean;
  /** Reads storage once, and adopts the draft of a closed tab: for this school, or any school if null. */
  open(highSchoolId: string | null): Promise<void>;
  /** Notifies when the store opens and when a draft is loaded or saved, but not on edits. */
  subscribe(callback: () => void): () => void;
  get(): Draft | null;
  /** Replaces the draft; false if it couldn't be written to storage. */
  set(draft: Draft): boolean;
  /** Edits the draft; returns false and does nothing if there is none. */
  edit(change: Partial<DraftContent>): boolean;
  /** Replaces the list when slots may have different students: after adding, removing or replacing some. */
  rearrange(students: readonly DraftStudent[]): void;
  /** Records what is being sent, to recognize it later if the response is lost. */
  sending(content: DraftContent): Draft | null;
  saved(save: StoredSave): void;
  /** Assigns the stored IDs to a list with the same contents as the stored one. */
  alreadyStored(): void;
  /** Removes the draft, including those of closed tabs. */
  clear(): void;
  /** Called when another tab logged out and removed the stored draft: later edits aren't written to storage. */
  onRemovedElsewhere(key: string | null): void;
}

/** Opens a draft store; with null as storage, the draft exists only in memory. */
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

  /** Returns this tab's draft, or a closed tab's, which then becomes this tab's. */
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
      const isStored = persist(next);
      notify();
      return isStored;
    },
    edit: (change) => {
      if (draft === null) return false;
      persist({ ...draft, ...change, edited: true });
      return true;
    },
    rearrange: (students) => {
      isRearranged = true;
      if (draft === null) return;
      persist({ ...draft, students: withIdsOfSame(students, draft.stored.students), edited: true });
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
    alreadyStored: () => {
      if (draft === null) return;
      const ids = draft.stored.students.map(({ id }) => id);
      if (draft.students.every(({ id }, index) => id === ids[index])) return;
      persist({ ...draft, students: withIdsByIndex(draft.students, ids) });
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
 * Assigns the IDs from a save to students who may have moved since. A new student changed since counts as new again.
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
