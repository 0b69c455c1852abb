import {
  type DraftServices,
  isBack,
  isOwnCheck,
  logoutLinkOf,
  sendAgain,
  setCurrentEditingSession,
  showNotSent,
} from '#app/components/designate/draft/draft-context.tsx';
import { openDraftStore, readDraft } from '#app/components/designate/draft/draft-store.ts';
import { CONFLICT_ID, type Draft } from '#app/components/designate/draft/draft.ts';
import {
  type EditingSession,
  createEditingSession,
} from '#app/components/designate/draft/editing-session.ts';
import { browserTab } from '#app/components/designate/draft/presence.ts';
import { SaveLine } from '#app/components/designate/draft/save-line.tsx';
import { openWorkingCopy } from '#app/components/designate/draft/working-copy.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import { browserStorage, tabsWithDrafts } from '#app/lib/browser/user-storage.ts';
import { asStored, type DraftStudent } from '#app/students/draft-students.ts';
import { counted } from '#app/lib/text/counted.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { fieldList } from '#app/schemas/field-tables.ts';

const fetchMerge = () => import('#app/components/designate/draft/conflict-dialog.tsx');

/** Services by user ID. This module is only needed after hydration, so it is loaded after the page. */
const servicesByUser = new Map<string, DraftServices>();

/** Returns a user's services in this tab: one store and one session. */
export function draftServicesOf(userId: string): DraftServices {
  const known = servicesByUser.get(userId);
  if (known !== undefined) return known;
  const tab = browserTab();
  const store = openDraftStore(userId, browserStorage(), tab);
  const session = createEditingSession(userId, store, tab);
  const services: DraftServices = {
    userId,
    store,
    session,
    openWorkingCopy: (stored) => openWorkingCopy({ userId, store, session, fetchMerge }, stored),
    watchLeaving: (confirm) =>
      watchLeaving(session, async () => {
        const question = logoutQuestion(userId);
        return question === null || confirm(question);
      }),
    holdSubmits: (form) => holdSubmits(session, form),
    SaveLine,
  };
  servicesByUser.set(userId, services);
  setCurrentEditingSession(session);
  return services;
}

/** The server shows these failures when the form is submitted; for others, the page shows them and doesn't submit. */
const SHOWN_BY_SERVER = new Set(['refused']);

const UNREACHABLE =
  "We can't reach the server, so you're still on this step. What you typed is kept on this device. Try again in a minute.";

/**
 * Submits a form only after the draft is saved, to avoid concurrent saves. If saving fails, the page shows why and
 * doesn't submit. Returns a cleanup function.
 */
export function holdSubmits(session: EditingSession, form: HTMLFormElement): () => void {
  let isReleased = false;
  const hold = (event: SubmitEvent) => {
    if (isOwnCheck(event) || (isBack(event) && session.isAttached())) return;
    showSaveNotice(null);
    session.readForms();
    const { conflict, locked } = session.view();
    if (conflict !== null || locked !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // The question that blocks the form may be outdated.
      session.announce();
      document.getElementById(CONFLICT_ID)?.focus();
      return;
    }
    // Offline, the form isn't submitted and the page shows why.
    if (!navigator.onLine) session.markDirty();
    if (isReleased || session.isSettled()) {
      isReleased = false;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const { pathname } = window.location;
    void session.flushOrWait().then((isSaved) => {
      const { failure, ...now } = session.view();
      const mayGo = isSaved || isBack(event) || SHOWN_BY_SERVER.has(failure?.reason ?? '');
      // The user has left the step in the meantime.
      if (window.location.pathname !== pathname) return;
      if (!mayGo) {
        // The conflict question blocks the form.
        document.getElementById(CONFLICT_ID)?.focus();
        if (failure === null && now.conflict === null && now.locked === null) showNotSent();
        if (failure?.reason === 'away') showNotSent(UNREACHABLE);
        return;
      }
      // Lets the form render the version of this save first.
      window.setTimeout(() => {
        isReleased = true;
        sendAgain(form, event);
        isReleased = false;
      });
    });
  };
  form.addEventListener('submit', hold, { capture: true });
  return () => form.removeEventListener('submit', hold, { capture: true });
}

/**
 * Saves when the tab is hidden or closed, and before the menu's logout, which clears the draft. If that fails,
 * `mayLose` asks the user. Returns a cleanup function.
 */
export function watchLeaving(session: EditingSession, mayLose: () => Promise<boolean>): () => void {
  const listeners = new AbortController();
  const options = { signal: listeners.signal };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void session.flush();
    else session.announce();
  };
  const onLogout = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    void logOut(session, mayLose, link.href);
  };
  document.addEventListener('visibilitychange', onVisibility, options);
  document.addEventListener('click', onLogout, { ...options, capture: true });
  window.addEventListener('pagehide', () => void session.leavePage(), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.announce(), options);
  window.addEventListener('online', () => session.retry(), options);
  window.addEventListener('focus', () => session.retry(), options);
  return () => listeners.abort();
}

async function logOut(session: EditingSession, mayLose: () => Promise<boolean>, href: string): Promise<void> {
  await session.flushOrWait();
  if (!(await mayLose())) return;
  await session.leavePage();
  window.location.assign(href);
}

/** Returns the question before a logout, which removes the user's drafts; null if everything is saved. */
export function logoutQuestion(userId: string): Question | null {
  const storage = browserStorage();
  const unsaved = tabsWithDrafts(storage, userId)
    .map((tabId) => readDraft(storage, userId, tabId))
    .reduce((sum, draft) => sum + (draft?.edited === true ? unsavedFields(draft) : 0), 0);
  if (unsaved === 0) return null;
  return {
    title: 'Log out?',
    message: `${counted(unsaved, "field isn't", "fields aren't")} saved. Log out anyway?`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
    tone: 'danger',
  };
}

function unsavedFields(draft: Draft): number {
  const { stored, students } = draft;
  const method = fieldList(METHOD_FIELDS).filter(([name]) => draft[name] !== stored[name]).length;
  return students.reduce(
    (sum, student, at) => sum + countUnsavedFields(student, stored.students[at]),
    method,
  );
}

/** Counts a student's unsaved fields. A new student's state doesn't count, because it has a default. */
function countUnsavedFields(student: DraftStudent, stored: DraftStudent | undefined): number {
  const saved = stored === undefined ? null : fieldsOf(stored);
  return Object.entries(fieldsOf(student)).filter(([name, value]) =>
    saved === null ? value !== '' && value !== false && name !== 'address.state' : value !== saved[name],
  ).length;
}

function fieldsOf(student: DraftStudent): Record<string, unknown> {
  const { address, ...fields } = asStored(student);
  const named: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(address)) named[`address.${name}`] = value;
  return named;
}
