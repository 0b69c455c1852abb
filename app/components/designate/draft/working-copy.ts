import type * as conflictDialog from '#app/components/designate/draft/conflict-dialog.tsx';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { EditingSession } from '#app/components/designate/draft/editing-session.ts';
import type {
  Reply,
  IncomingChanges,
  AskedQuestion,
} from '#app/components/designate/draft/use-working-copy.ts';
import {
  contentOf,
  type Draft,
  draftOfDesignation,
  isSameContent,
  reconcileDraft,
  type StoredDesignation,
  type DraftContent,
  type DraftMethod,
} from '#app/components/designate/draft/draft.ts';
import type { Choices } from '#app/components/designate/draft/merge-student.ts';
import {
  withStoredIds,
  type DraftStudent,
  isFilledIn,
  isSameValue,
  withoutTrailingEmpty,
} from '#app/lib/students/draft-students.ts';
import { formatStudent } from '#app/lib/students/student-labels.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { STUDENT_FIELDS } from '#app/schemas/student-fields.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

export interface Loaded {
  readonly stored: StoredDesignation;
  readonly changed: LastChange | null;
}

export interface ShownCopy {
  readonly draft: Draft;
  /** What the user must decide before anything is saved, or null. */
  readonly question: AskedQuestion | null;
  /** Incremented when the forms must restart with other content. */
  readonly round: number;
  readonly isRestarted: boolean;
  /** The server's response that is outdated because the forms restarted. */
  readonly past: Reply;
  readonly incoming: IncomingChanges | null;
}

/** The working copy of an open step. Not React state, because it is reconciled with the store between renders. */
export interface WorkingCopyOfStep {
  subscribe(callback: () => void): () => void;
  shown(): ShownCopy;
  /**
   * Reconciles the draft with the stored designation; false if a PENDING designation wasn't resumed. If both changed,
   * loads the merge module first; `choices` resolve conflicts.
   */
  reconcile(loaded: Loaded, reply: Reply, choices?: Choices): boolean;
  loadLatest(loaded: Loaded, reply: Reply): void;
  keepMine(loaded: Loaded, reply: Reply): void;
  restart(reply: Reply): void;
}

/** Returns whether all students have the same index as before, so that open forms still show the same one. */
function isSameOrder(before: Draft, after: Draft): boolean {
  return before.students.every(({ id }, index) => id === undefined || after.students[index]?.id === id);
}

interface Dependencies {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  /** Imports the merge, with the question about what it can't decide. */
  fetchMerge(): Promise<typeof conflictDialog>;
}

/** Starts with the draft if it has been read, otherwise with the stored designation. */
export function openWorkingCopy(
  { userId, store, session, fetchMerge }: Dependencies,
  opened: StoredDesignation,
): WorkingCopyOfStep {
  const listeners = new Set<() => void>();
  const known = store.isOpen() ? reconcileDraft(store.get(), userId, opened) : null;
  let isReconciled = false;
  let latest: Loaded | undefined;
  let conflicts: typeof conflictDialog | undefined;
  let shown: ShownCopy = {
    draft: known?.draft ?? draftOfDesignation(userId, opened),
    question: null,
    round: 0,
    isRestarted: false,
    past: undefined,
    incoming: null,
  };
  const show = (change: Partial<ShownCopy>) => {
    shown = { ...shown, ...change };
    for (const listener of listeners) listener();
  };
  const restart = (past: Reply, change: Partial<ShownCopy> = {}) => {
    show({
      draft: store.get() ?? shown.draft,
      isRestarted: true,
      incoming: null,
      ...change,
      round: shown.round + 1,
      past,
    });
  };

  const present = (draft: Draft, { changed }: Loaded, reply: Reply) => {
    const before = isReconciled ? (store.get() ?? shown.draft) : shown.draft;
    if (draft !== store.get()) store.set(draft);
    if (!isSameContent(before, draft)) {
      const isNewer = isReconciled && draft.version !== before.version;
      const incoming = isNewer
        ? { change: changed, differences: formatDifferences(before, draft, CHANGED) }
        : null;
      if (isReconciled && isSameOrder(before, draft) && session.writeForms(draft)) show({ draft, incoming });
      else restart(reply, { isRestarted: shown.isRestarted, incoming });
    }
    isReconciled = true;
    // Reads text typed before there was a draft.
    session.readForms();
  };

  /** Loads the merge module, then reconciles again, unless something else was loaded or opened since. */
  const fetchConflictDialog = (loaded: Loaded, reply: Reply, choices?: Choices) => {
    fetchMerge().then(
      (fetched) => {
        conflicts = fetched;
        if (latest === loaded && listeners.size > 0) reconcile(loaded, reply, choices);
      },
      () => session.cannotMerge(),
    );
  };

  const reconcile = (loaded: Loaded, reply: Reply, choices?: Choices): boolean => {
    const { stored, changed } = loaded;
    latest = loaded;
    session.readForms();
    const copy = reconcileDraft(store.get(), userId, stored);
    if (copy === null) return false;
    if (copy.isApart && conflicts === undefined) {
      present(copy.draft, loaded, reply);
      fetchConflictDialog(loaded, reply, choices);
      return true;
    }
    const together =
      copy.isApart && conflicts !== undefined ? conflicts.mergeDraft(copy.draft, stored, choices) : copy;
    const isAsked = 'question' in together;
    present(isAsked ? copy.draft : together.draft, loaded, reply);
    const question =
      isAsked && conflicts !== undefined
        ? { about: together.question, Notice: conflicts.LiveConflictNotice }
        : null;
    if (question !== shown.question) show({ question });
    session.reconcile(question === null ? null : { change: changed });
    return true;
  };

  return {
    subscribe: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    shown: () => shown,
    reconcile,
    loadLatest: ({ stored }, reply) => {
      store.set(draftOfDesignation(userId, stored));
      restart(reply, { question: null });
      session.reconcile(null);
    },
    keepMine: ({ stored }, reply) => {
      session.readForms();
      const mine = store.get() ?? shown.draft;
      const { version, status } = stored;
      const students = withStoredIds(mine.students, stored.students);
      store.set({ ...mine, version, status, stored: contentOf(stored), sent: null, students });
      restart(reply, { question: null });
      session.reconcile(null);
      session.markDirty();
    },
    restart: (reply) => restart(reply),
  };
}

/** Labels of a student's fields in lowercase, for use in sentences. */
export const STUDENT_LABELS: Readonly<Record<keyof Omit<DraftStudent, 'id'>, string>> = {
  ...ofEachField(STUDENT_FIELDS, ({ label }) => label.toLowerCase()),
  address: 'address',
};

export const METHOD_LABELS: Readonly<Record<keyof DraftMethod, string>> = ofEachField(
  METHOD_FIELDS,
  ({ label }) => label,
);

/** Maximum number of differences listed; the rest are counted. */
const MOST_NAMED = 8;

/** Labels for a student who is in only one of two contents. */
interface OnlyIn {
  readonly one: string;
  readonly other: string;
}

/** For a draft (one) and the stored version (other). */
export const APART: OnlyIn = { one: 'only in your version', other: 'only in the latest version' };

/** For the contents before (one) and after (other) a change. */
export const CHANGED: OnlyIn = { one: 'removed', other: 'added' };

/**
 * Lists the differences between two contents by student and field, without values: 'Class size',
 * 'Student 3 (Ann Lee): phone, address'.
 */
export function formatDifferences(one: DraftContent, other: DraftContent, onlyIn: OnlyIn): string[] {
  const fields = fieldsApart(METHOD_LABELS, one, other);
  const students = pairedStudents(withoutTrailingEmpty(one.students), withoutTrailingEmpty(other.students))
    .map((pair) => studentDifference(pair, onlyIn))
    .filter((difference) => difference !== null);
  const named = [...fields, ...students];
  const more = named.length - MOST_NAMED;
  return more <= 0 ? named : [...named.slice(0, MOST_NAMED), `and ${more} more`];
}

interface StudentPair {
  /** Index in the first list, or else in the second. */
  readonly index: number;
  readonly one?: DraftStudent | undefined;
  readonly other?: DraftStudent | undefined;
}

/** Pairs the students of two lists by ID, and those without a pair by index if one of the two isn't stored yet. */
function pairedStudents(ones: readonly DraftStudent[], others: readonly DraftStudent[]): StudentPair[] {
  const pairAt = (index: number, one: DraftStudent) => {
    const other = others[index];
    const areBothStored = one.id !== undefined && other?.id !== undefined;
    const hasOtherPair = withId(ones, other?.id) !== undefined;
    return areBothStored || hasOtherPair ? undefined : other;
  };
  const pairs = ones.map((one, index): StudentPair => {
    return { index, one, other: withId(others, one.id) ?? pairAt(index, one) };
  });
  const paired = new Set(pairs.map(({ other }) => other));
  const rest = others.flatMap((other, index) => (paired.has(other) ? [] : [{ index, other }]));
  return [...pairs, ...rest].sort((a, b) => a.index - b.index);
}

function withId(list: readonly DraftStudent[], id: string | undefined): DraftStudent | undefined {
  return id === undefined ? undefined : list.find((student) => student.id === id);
}

function studentDifference({ index, one, other }: StudentPair, onlyIn: OnlyIn): string | null {
  const name = formatStudent(index, other, one);
  const [isInOne, isInOther] = [one, other].map((student) => student !== undefined && isFilledIn(student));
  if (one === undefined || other === undefined || isInOne !== isInOther) {
    if (isInOne === isInOther) return null;
    return `${name}: ${isInOne === true ? onlyIn.one : onlyIn.other}`;
  }
  const fields = isInOne === true ? fieldsApart(STUDENT_LABELS, one, other) : [];
  return fields.length === 0 ? null : `${name}: ${fields.join(', ')}`;
}

function fieldsApart<Field extends string>(
  labels: Readonly<Record<Field, string>>,
  one: Readonly<Record<Field, unknown>>,
  other: Readonly<Record<Field, unknown>>,
): string[] {
  return Object.entries<string>(labels).flatMap(([field, label]) =>
    isSameValue(one[field as Field], other[field as Field]) ? [] : [label],
  );
}
