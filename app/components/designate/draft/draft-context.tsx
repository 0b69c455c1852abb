import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type DraftServices,
  type EditingSession,
  type EditingSessionView,
  IDLE_VIEW,
  type WorkingDraft,
} from '#app/components/designate/draft/draft-types.ts';
import { confirmedClassSize, type Draft } from '#app/components/designate/draft/draft.ts';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';
import {
  type DraftStudent,
  emptyStudent,
  withIdsByIndex,
  withoutTrailingEmpty,
} from '#app/lib/students/draft-students.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

export const DraftContext = createContext<DraftServices | null>(null);

export function useDraftServices(): DraftServices {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraftServices is for the screens under /designate');
  return draft;
}

let current: EditingSession | null = null;

/** The session of this tab, if any step was ever opened in it; for what runs outside of React. */
export function currentEditingSession(): EditingSession | null {
  return current;
}

export function setCurrentEditingSession(session: EditingSession): void {
  current = session;
}

/**
 * Whether the browser's draft can be asked. False on the server and while the page comes to life, so that both render the same;
 * true from the first render on when steps follow one another in the browser. A draft that a closed tab left is looked for among
 * those of this school, if one is named.
 */
export function useDraftOpen(highSchoolId: string | null): boolean {
  const { store } = useDraftServices();
  useEffect(() => void store.open(highSchoolId), [highSchoolId, store]);
  return useSyncExternalStore(store.subscribe, store.isOpen, () => false);
}

/** How saving stands and who else is here, as it changes; quiet on the server. */
export function useEditingSessionView(): EditingSessionView {
  const { session } = useDraftServices();
  return useSyncExternalStore(session.subscribe, session.view, () => IDLE_VIEW);
}

/** What the step works on as it was loaded or saved last, for a step in which nothing is typed. */
export function useLatestDraft({ draft, isLive }: WorkingDraft): Draft {
  const { store } = useDraftServices();
  const latest = useSyncExternalStore(store.subscribe, store.get, () => null);
  return isLive && latest !== null && latest.id === draft.id ? latest : draft;
}

/** The list that a step works on, one student for each place of the class. */
export interface DraftStudents {
  readonly students: readonly DraftStudent[];
  /** The list as it is now, with what was typed since the last render. */
  now(): readonly DraftStudent[];
  /** Puts a student into the draft; false where there is none to keep it yet, and it waits here. */
  keep(index: number, student: DraftStudent): boolean;
}

/**
 * The draft's students, which closed forms hold nowhere else.
 *
 * @param draft what the step began with
 * @param posted the list that the server has sent back instead, if any
 * @param state the installation's own, which empty forms begin with
 */
export function useDraftStudents(
  draft: Draft,
  posted: readonly DraftStudent[] | null,
  state: string,
): DraftStudents {
  const { store } = useDraftServices();
  const [blank] = useState(() => emptyStudent(state));
  const [waiting] = useState(() => new Map(posted?.entries()));
  const total = designationSize(confirmedClassSize(draft) ?? 0);
  const stored = () => {
    const current = store.get();
    return (current !== null && current.id === draft.id ? current : draft).students;
  };
  const listOf = (students: readonly DraftStudent[]) =>
    Array.from({ length: total }, (_, index) => waiting.get(index) ?? students[index] ?? blank);
  const now = () => listOf(stored());
  const shown = useSyncExternalStore(store.subscribe, stored, () => draft.students);

  return {
    students: listOf(shown),
    now,
    keep: (index, student) => {
      waiting.set(index, student);
      const ids = store.get()?.students.map(({ id }) => id) ?? [];
      const isKept = store.edit({ students: withoutTrailingEmpty(withIdsByIndex(now(), ids)) });
      if (isKept) waiting.clear();
      return isKept;
    },
  };
}

const AUTOSAVE_DEBOUNCE_MS = 300;

/**
 * Calls `save` when typing pauses and when the form or page is left; the returned function flushes. Without a draft,
 * `save` returns false and the text waits in the form. `slots` counts the form's students; null for the method.
 */
export function useAutosave(
  formRef: RefObject<HTMLFormElement>,
  slots: number | null,
  save: (form: HTMLFormElement) => boolean,
): () => void {
  const { session } = useDraftServices();
  const latest = useRef(save);
  const isUnread = useRef(false);
  const flush = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = save;
  });

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    let timer: number | undefined;
    const saveNow = () => {
      window.clearTimeout(timer);
      if (isUnread.current) isUnread.current = !latest.current(form);
    };
    const saveSoon = () => {
      isUnread.current = true;
      session.markDirty();
      window.clearTimeout(timer);
      timer = window.setTimeout(saveNow, AUTOSAVE_DEBOUNCE_MS);
    };
    const saveOnLeaving = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) saveNow();
    };
    flush.current = saveNow;
    // What was typed before the page's script arrived.
    if (typedFields(form).length > 0) saveSoon();
    const removeForm = session.addForm({ element: form, slots, read: saveNow });
    form.addEventListener('input', saveSoon);
    form.addEventListener('focusout', saveOnLeaving);
    window.addEventListener('popstate', saveNow);
    return () => {
      saveNow();
      removeForm();
      form.removeEventListener('input', saveSoon);
      form.removeEventListener('focusout', saveOnLeaving);
      window.removeEventListener('popstate', saveNow);
    };
  }, [session, formRef, slots]);

  return () => flush.current();
}

/** Lets a form go only after what is typed has been saved; see `holdSubmits`. */
export function useHeldSubmit(formRef: RefObject<HTMLFormElement>): void {
  const { holdSubmits } = useDraftServices();
  useEffect(() => {
    if (formRef.current !== null) return holdSubmits(formRef.current);
  }, [formRef, holdSubmits]);
}

/** The version that a form's save must still find, as the saves in between have moved it on; `loaded` until scripts are at work. */
export function ExpectedVersionInput({ loaded }: { loaded: number | null }) {
  const { store } = useDraftServices();
  const version = useSyncExternalStore(
    store.subscribe,
    () => store.get()?.version ?? loaded,
    () => loaded,
  );
  return <input type="hidden" name="version" value={version ?? ''} />;
}
