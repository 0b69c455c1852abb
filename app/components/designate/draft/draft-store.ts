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

/** What a stored draft must look like to be taken for one. */
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

/** The stored draft of a tab of this user; null when there is none or it is not one of ours. Never another user's. */
export function readDraft(storage: DraftStorage | null, userId: string, tabId: string): Draft | null {
  const found = attempt(() => storage?.getItem(draftKey(userId, tabId)) ?? null, null);
  if (found === null) return null;
  const parsed = DraftSchema.safeParse(attempt<unknown>(() => JSON.parse(found), null));
  return parsed.success && parsed.data.userId === userId ? parsed.data : null;
}

/** A save that was answered. */
export interface StoredSave {
  /** The draft as it was when the save was sent. */
  readonly sentDraft: Draft;
  readonly version: number;
  readonly status: DesignationStatus;
  /** What is stored now. */
  readonly content: DraftContent;
  /** The ids of the stored students, by index. */
  readonly studentIds: readonly string[];
  /** Everything of the draft could be stored. */
  readonly isWhole: boolean;
}

/**
 * The draft of one user in this tab. The tab's own copy leads, so that everything works where the browser keeps no storage;
 * storage brings it over reloads, and from a tab that was closed to the next one. No two tabs write to the same index.
 */
export interface DraftStore {
  /** Whether the storage has been looked at; until then there is no telling whether there is a draft. */
  isOpen(): boolean;
  /**
   * Looks at the storage, once, and takes over what a closed tab left: of this school if one is named, else of any. What checks
   * a stored draft is only fetched where there is one.
   */
  open(highSchoolId: string | null): Promise<void>;
  /** Calls back when the store has opened, and when a draft was loaded or saved; not for what is typed. */
  subscribe(callback: () => void): () => void;
  /** The draft, or null. */
  get(): Draft | null;
  /** Keeps a draft; false where it could only be kept until the page is left. */
  set(draft: Draft): boolean;
  /** Keeps what was typed into the draft; false, and nothing happens, when there is none. */
  edit(change: Partial<DraftContent>): boolean;
  /** The same for a list in which students were added, removed or replaced, so a slot may have another student now. */
  rearrange(students: readonly DraftStudent[]): void;
  /** Notes what is being sent to be saved, so that it is known again even if its answer never arrives. */
  sending(content: DraftContent): Draft | null;
  /** What was sent is stored. */
  saved(save: StoredSave): void;
  /** Another draft begins, or this one ended: closed tabs' drafts go too. */
  clear(): void;
  /** Another tab removed the stored draft, for it logged out: what is typed here later is not written back. */
  onRemovedElsewhere(key: string | null): void;
}

/** A store over the given storage; null keeps the draft in this tab only. */
export function openDraftStore(userId: string, storage: DraftStorage | null, tab: BrowserTab): DraftStore {
  const listeners = new Set<() => void>();
  let draft: Draft | null = null;
  let isOpen = false;
  let isRemoved = false;
  /** Since the save that is under way was sent. */
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

  /** The tab's own draft, or the one a closed tab left, which becomes this tab's. */
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
 * The students with the ids that a save gave to those it was sent with, who stand elsewhere by now. Whoever was new, and changed since,
 * counts as new once more.
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
