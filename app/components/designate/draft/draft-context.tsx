import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type ComponentType,
} from 'react';
import type { EditingSession } from '#app/components/designate/draft/editing-session.ts';
import {
  type EditingSessionView,
  IDLE_VIEW,
  type Draft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';
import type { StudentWarnings } from '#app/schemas/designation-editing.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { CONFORM_INTENT } from '#app/config/constants.ts';
import type {
  SaveLineProps,
  WorkingCopyOfStep,
  WorkingDraft,
} from '#app/components/designate/draft/working-copy.ts';

/** The signed-in user's draft in this tab, its editing session, and functions that need both. */
export interface DraftServices {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  openWorkingCopy(stored: StoredDesignation): WorkingCopyOfStep;
  watchLeaving(confirm: (question: Question) => Promise<boolean>): () => void;
  holdSubmits(form: HTMLFormElement): () => void;
  /** Content of the save line; null until the services have loaded. */
  readonly SaveLine: ComponentType<SaveLineProps> | null;
}

export const DraftContext = createContext<DraftServices | null>(null);

export function useDraftServices(): DraftServices {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraftServices is for the screens under /designate');
  return draft;
}

let current: EditingSession | null = null;

/** Returns this tab's editing session, if a step has been opened; for code outside of React. */
export function currentEditingSession(): EditingSession | null {
  return current;
}

export function setCurrentEditingSession(session: EditingSession): void {
  current = session;
}

/**
 * Returns whether the browser's draft has been read: false on the server and during hydration, so both render
 * the same. `highSchoolId` limits the search for drafts of closed tabs.
 */
export function useDraftOpen(highSchoolId: string | null): boolean {
  const { store } = useDraftServices();
  useEffect(() => void store.open(highSchoolId), [highSchoolId, store]);
  return useSyncExternalStore(store.subscribe, store.isOpen, () => false);
}

/** Returns the state of saving and of other editors; the initial state on the server. */
export function useEditingSessionView(): EditingSessionView {
  const { session } = useDraftServices();
  return useSyncExternalStore(session.subscribe, session.view, () => IDLE_VIEW);
}

/** Returns the draft as last loaded or saved, for a step without fields. */
export function useLatestDraft({ draft, isLive }: WorkingDraft): Draft {
  const { store } = useDraftServices();
  const latest = useSyncExternalStore(store.subscribe, store.get, () => null);
  return isLive && latest !== null && latest.id === draft.id ? latest : draft;
}

/** Returns the warnings about the students in `stored`: from the last save, or else those loaded with the step. */
export function useLatestWarnings({ version }: Draft, loaded: StudentWarnings): StudentWarnings {
  const { session } = useDraftServices();
  const lastSave = useSyncExternalStore(
    session.subscribe,
    () => session.view().lastSave,
    () => null,
  );
  return lastSave?.version === version ? lastSave.warnings : loaded;
}

const AUTOSAVE_DEBOUNCE_MS = 300;

/**
 * Calls `save` when typing pauses and when the form or page is left; returns a function to flush. Without a draft,
 * `save` returns false and is retried. `slots` is the number of student slots; null for the method form.
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
    // Saves text typed before hydration.
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

/** Submits a form only after the draft is saved; see `holdSubmits`. */
export function useHeldSubmit(formRef: RefObject<HTMLFormElement>): void {
  const { holdSubmits } = useDraftServices();
  useEffect(() => {
    if (formRef.current !== null) return holdSubmits(formRef.current);
  }, [formRef, holdSubmits]);
}

/** After this time, the services are assumed to have failed to load. */
export const LOADING_TIMEOUT_MS = 10_000;

/** Returns whether conform is only validating its own form, so that nothing needs to wait. */
export function isOwnCheck({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === CONFORM_INTENT;
}

/** Returns whether Back was clicked. It waits until the draft has the form's values, but not for a save. */
export function isBack({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === 'intent' && submitter.getAttribute('value') === 'back';
}

/**
 * Submits a form, or its replacement after a restart, with the clicked button. Returns false if the form or the button
 * is missing.
 */
export function submitAgain(form: HTMLFormElement, { submitter }: SubmitEvent): boolean {
  const present = form.isConnected ? form : document.getElementById(form.getAttribute('id') ?? '');
  if (!(present instanceof HTMLFormElement)) return false;
  const isPressed = (one: Element) =>
    one === submitter ||
    (submitter !== null && ['type', 'name', 'value'].every((part) => hasSameAttribute(one, submitter, part)));
  const button = Array.from(present.elements).find(isPressed);
  if (submitter !== null && button === undefined) return false;
  present.requestSubmit(button instanceof HTMLElement ? button : null);
  return true;
}

function hasSameAttribute(one: Element, other: Element, attribute: string): boolean {
  return one.tagName === other.tagName && one.getAttribute(attribute) === other.getAttribute(attribute);
}

/** Submits a form, or its replacement, with the clicked button, as `submitAgain`. Shows a message if that is missing. */
export function sendAgain(form: HTMLFormElement, event: SubmitEvent): void {
  if (!submitAgain(form, event)) showNotSent();
}

const TOO_LONG = "This took too long, so you're still on this step. What you typed is still here. Try again.";

/** Shows that nothing was submitted, and why. The input remains. */
export function showNotSent(text = TOO_LONG): void {
  showSaveNotice({
    tone: 'info',
    text,
    path: window.location.pathname,
    isInDialog: false,
  });
}

const LOGOUT_PATH = '/api/logout';

/** Returns the menu's logout link if a click opens it in this tab; null for any other click. */
export function logoutLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link?.pathname === LOGOUT_PATH && !opensElsewhere ? link : null;
}

/** Hidden input with the expected version, updated by every autosave; `loaded` before hydration. */
export function ExpectedVersionInput({ loaded }: { loaded: number | null }) {
  const { store } = useDraftServices();
  const version = useSyncExternalStore(
    store.subscribe,
    () => store.get()?.version ?? loaded,
    () => loaded,
  );
  return <input type="hidden" name="version" value={version ?? ''} />;
}

/** The state of saving and other editors; a hint until the draft services have loaded. */
export function SaveStatus(props: SaveLineProps) {
  const { SaveLine } = useDraftServices();
  if (SaveLine !== null) return <SaveLine {...props} />;
  return (
    <SaveFrame>
      <p>
        <Icon name="info" />
        <span>{savingHint(props.status)}</span>
      </p>
    </SaveFrame>
  );
}

/** The save line of a step; hidden without JavaScript, which saving requires. */
export function SaveFrame({ isFailed = false, children }: { isFailed?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('save-status', 'script-needed', isFailed && 'save-status-failed')}>
      {children}
    </div>
  );
}

/** Describes what will happen to edits, before there are any. */
export function savingHint(status: DesignationStatus): string {
  return status === 'PENDING'
    ? "Your corrections aren't sent until you resubmit."
    : 'Your work is saved automatically.';
}
