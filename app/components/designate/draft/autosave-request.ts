import { STUDENT_LABELS } from '#app/components/designate/draft/draft-differences.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import {
  confirmedClassSize,
  type Draft,
  type DraftContent,
  isSameContent,
} from '#app/components/designate/draft/draft.ts';
import { saveDraftOnServer } from '#app/components/designations/designation-client.ts';
import { type DraftStudent, withoutTrailingEmpty } from '#app/students/draft-students.ts';
import { formatPhone } from '#app/lib/text/phone.ts';
import { ADDRESS_FIELDS } from '#app/schemas/address-fields.ts';
import type { DraftSaved } from '#app/schemas/designation-editing.ts';
import { DESIGNATION_CONTENTS } from '#app/schemas/designation.ts';
import { StudentDraftSchema } from '#app/schemas/student.ts';

export { announceEditor } from '#app/components/designations/designation-client.ts';

export interface SaveOutcome {
  /** The server's response; null if there was nothing new to store. */
  readonly response: DraftSaved | null;
  readonly unfinished: readonly string[];
  readonly waitsForContinue: boolean;
}

/** The tab and user that save, and the current date, YYYY-MM-DD. */
export interface SavingTab {
  readonly tabId: string;
  readonly userId: string;
  readonly today: string;
}

export type AutosaveRequest = (store: DraftStore, tab: SavingTab) => Promise<SaveOutcome>;

/**
 * Returns the function with which autosave sends the storable part of a draft. Loads schemas, so import it lazily.
 * @throws {ApiError} if the server refused; with status 412 for a version conflict
 */
export function createAutosaveRequest(): AutosaveRequest {
  const check = createStorableCheck();

  return async (store, { tabId, userId, today }) => {
    const draft = store.get();
    if (draft?.id == null || draft.version === null)
      return { response: null, unfinished: [], waitsForContinue: false };
    const { content, unfinished, waitsForContinue } = check(draft, today);
    if (isSameContent(content, draft.stored)) {
      store.alreadyStored();
      return { response: null, unfinished, waitsForContinue };
    }
    const sentDraft = store.sending(content) ?? draft;
    const response = await saveDraftOnServer(draft.id, { tabId, userId, version: draft.version, ...content });
    store.saved({
      sentDraft,
      version: response.version,
      status: response.status,
      content,
      studentIds: response.studentIds,
      isWhole: unfinished.length === 0 && !waitsForContinue,
    });
    return { response, unfinished, waitsForContinue };
  };
}

export interface Storable {
  readonly content: DraftContent;
  /** Fields with a value that can't be stored yet, such as a phone number with three digits: 'student 2 phone'. */
  readonly unfinished: readonly string[];
  /** Whether the class size would remove students. Only Continue does that, after asking. */
  readonly waitsForContinue: boolean;
}

/** Separates what can be stored from what remains in the browser. Caches validated students. */
export type StorableCheck = (draft: Draft, today: string) => Storable;

/**
 * Stores invalid student fields as blank, and the previously stored class size or comment instead of an invalid one.
 * Dates of birth after `today`, YYYY-MM-DD, are invalid.
 */
export function createStorableCheck(): StorableCheck {
  let known = new Map<string, StorableStudent>();

  return (draft, today) => {
    const typed = withoutTrailingEmpty(draft.students);
    const checked = new Map<string, StorableStudent>();
    const students = typed.map((student) => {
      const key = JSON.stringify(student);
      const storable = known.get(key) ?? storableStudent(student, today);
      checked.set(key, storable);
      return storable;
    });
    known = checked;

    const classSize = storableClassSize(draft);
    const isCommentStorable = DESIGNATION_CONTENTS.criteriaComment.safeParse(draft.criteriaComment).success;
    return {
      content: {
        classSize: classSize.value,
        criteria: draft.criteria,
        criteriaComment: isCommentStorable ? draft.criteriaComment : draft.stored.criteriaComment,
        students: students.map(({ student }) => student),
      },
      unfinished: [
        ...(classSize.isUnfinished ? ['class size'] : []),
        ...(isCommentStorable ? [] : ['comment']),
        ...students.flatMap(({ unfinished }, index) =>
          unfinished.map((label) => `student ${index + 1} ${label}`),
        ),
      ],
      waitsForContinue: classSize.waits,
    };
  };
}

function storableClassSize(draft: Draft) {
  const { classSize, stored } = draft;
  const isUnfinished =
    classSize === null
      ? stored.classSize !== null
      : !DESIGNATION_CONTENTS.classSize.safeParse(classSize).success;
  const value = isUnfinished ? stored.classSize : confirmedClassSize(draft);
  return { value, isUnfinished, waits: !isUnfinished && value !== classSize };
}

interface StorableStudent {
  readonly student: DraftStudent;
  readonly unfinished: readonly string[];
}

/** Formats the phone number even while its field is focused. */
function storableStudent(entered: DraftStudent, today: string): StorableStudent {
  const typed = { ...entered, phone: formatPhone(entered.phone) };
  const parsed = StudentDraftSchema.safeParse(typed);
  const wrong = new Set(parsed.error?.issues.map(({ path }) => path.join('.')));
  if (!wrong.has('dateOfBirth') && typed.dateOfBirth > today) wrong.add('dateOfBirth');
  const { address, ...texts } = typed;
  const without = <Part extends object>(part: Part, prefix: string): Part => {
    const blanks = Object.keys(part).filter((name) => wrong.has(prefix + name));
    return blanks.length === 0 ? part : { ...part, ...Object.fromEntries(blanks.map((name) => [name, ''])) };
  };
  return {
    student: { ...without(texts, ''), address: without(address, 'address.') },
    unfinished: Array.from(wrong, labelOf),
  };
}

function labelOf(name: string): string {
  if (name.startsWith('address.zip')) return ADDRESS_FIELDS.zip5.label;
  const [field = ''] = name.split('.');
  return Object.entries(STUDENT_LABELS).find(([known]) => known === field)?.[1] ?? field;
}
