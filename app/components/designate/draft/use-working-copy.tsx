import { type ClientLoaderFunctionArgs, useNavigate, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import {
  currentEditingSession,
  useDraftOpen,
  useDraftServices,
} from '#app/components/designate/draft/draft-context.tsx';
import {
  CONFLICT_ID,
  confirmedClassSize,
  type Draft,
  type StoredDesignation,
} from '#app/components/designate/draft/draft.ts';
import type {
  ConflictNoticeProps,
  Reply,
  WorkingDraft,
} from '#app/components/designate/draft/working-copy.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';
import type { Reader } from '#app/messages/editing-labels.ts';
import {
  type DraftStudent,
  emptyStudent,
  withIdsByIndex,
  withoutTrailingEmpty,
} from '#app/students/draft-students.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';
import { designationSize } from '#app/schemas/designation-size.ts';

const AGREEMENT_PATH = '/designate/agreement';

export interface LoadedStep {
  readonly designation: StoredDesignation;
  readonly changed: LastChange | null;
  readonly today: string;
}

/**
 * Returns a step's working copy: the stored designation, replaced after hydration by the browser's draft if that has
 * edits (see `reconcileDraft`). Redirects to the agreement if a PENDING designation wasn't resumed.
 */
export function useWorkingCopy(step: LoadedStep, reply: Reply): WorkingDraft {
  const { designation, changed, today } = step;
  const services = useDraftServices();
  const { session, store, userId } = services;
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const target = targetOf(designation);
  const isLive = useDraftOpen(target.highSchoolId);
  const open = () => ({ services, copy: services.openWorkingCopy(designation) });
  const [opened, setOpened] = useState(open);
  const { copy } = opened.services === services ? opened : open();
  if (opened.services !== services) setOpened({ services, copy });
  const shown = useSyncExternalStore(copy.subscribe, copy.shown, copy.shown);
  const loaded = { stored: designation, changed };
  const agreement = stepPath('agreement', target);

  useEffect(() => {
    rememberStep({ school: target.highSchoolId, year: target.academicYearId }, step);
  }, [target.academicYearId, target.highSchoolId, step]);
  useEffect(() => {
    if (isLive) return session.attach({ designationId: designation.id, today, refresh: revalidate });
  }, [session, designation.id, isLive, revalidate, today]);

  useEffect(() => {
    if (!isLive) return;
    const wasOpen = store.get()?.id === designation.id;
    const isOpen = copy.reconcile({ stored: designation, changed }, reply);
    if (isOpen) return;
    if (wasOpen) void showSubmitted(changed, { userId, today, timeZone });
    navigate(agreement, { replace: true });
  }, [agreement, changed, copy, designation, isLive, navigate, reply, store, timeZone, today, userId]);
  useRestoredFocus(`${shown.round} ${shown.question === null}`);

  return {
    draft: shown.draft,
    reply: reply === shown.past ? undefined : reply,
    question: shown.question,
    changed,
    isLive,
    formKey: String(shown.round),
    isRestarted: shown.isRestarted,
    incoming: shown.incoming,
    decide: (choices) => void copy.reconcile(loaded, reply, choices),
    loadLatest: () => copy.loadLatest(loaded, reply),
    keepMine: () => copy.keepMine(loaded, reply),
    restart: () => copy.restart(reply),
  };
}

/** Shows on the agreement who submitted the designation. Loads the sentence, which is rarely needed. */
async function showSubmitted(changed: LastChange | null, reader: Reader): Promise<void> {
  const { formatLastChange } = await import('#app/messages/editing-labels.ts');
  const text = `${formatLastChange(changed, reader, 'submitted')}. It's now pending review. To make corrections, select Continue.`;
  showSaveNotice({ tone: 'info', text, path: AGREEMENT_PATH, isInDialog: false });
}

interface DraftStudents {
  readonly students: readonly DraftStudent[];
  /** Returns the list including input since the last render. */
  now(): readonly DraftStudent[];
  /** Stores a student in the draft. Without a draft, returns false and keeps the student in memory. */
  keep(index: number, student: DraftStudent): boolean;
}

/**
 * Returns the draft's students, the only copy of those whose forms are closed.
 * @param draft the step's initial draft
 * @param posted the list returned by the server instead, if any
 * @param state the installation's state, the default in empty forms
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
      const isStored = store.edit({ students: withoutTrailingEmpty(withIdsByIndex(now(), ids)) });
      if (isStored) waiting.clear();
      return isStored;
    },
  };
}

/**
 * Asks which version to keep if both the stored designation and the draft changed. Without JavaScript it is part of
 * the form; the server's error message says who saved first.
 */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { designation, here, working } = props;
  if (working.isLive) {
    return working.question === null ? null : <working.question.Notice {...props} asked={working.question} />;
  }
  const sent = working.reply?.initialValue?.['version'];
  if (typeof sent !== 'string' || sent === String(designation.version)) return null;
  return (
    <Banner tone="warning" title="Which version do you want to keep?">
      <p>
        Your changes are still here, but they aren&apos;t saved. Look at the latest version, then choose one.
      </p>
      <Cluster>
        <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
          See the latest version (opens in a new tab)
        </ButtonLink>
        <Button type="submit" size="sm" name="overwrite" value={designation.version}>
          Keep my version
        </Button>
        <ButtonLink to={here} reloadDocument size="sm">
          Use the latest version
        </ButtonLink>
      </Cluster>
    </Banner>
  );
}

interface Target {
  readonly school: string | null;
  readonly year: string | null;
}

/** The loader data of the open step. All steps of a designation share it. */
let last: { readonly target: Target; readonly data: object } | null = null;

/** Remembers the loader data of a step. */
export function rememberStep(target: Target, data: object): void {
  last = { target, data };
}

/**
 * Saves edits, then loads the step. Offline, or if the designation is locked, returns the last loader data, so that
 * edits remain visible.
 */
export async function loadStep({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { searchParams } = new URL(request.url);
  const [school, year] = [searchParams.get('school'), searchParams.get('year')];
  await currentEditingSession()?.flush();
  try {
    return await serverLoader();
  } catch (error) {
    if (last === null || last.target.school !== school || last.target.year !== year) throw error;
    if (error instanceof TypeError) return last.data;
    const session = currentEditingSession();
    if (!isToAgreement(error) || session?.isEdited() !== true) throw error;
    session.announce();
    return last.data;
  }
}

function isToAgreement(error: unknown): boolean {
  const location = error instanceof Response ? error.headers.get('Location') : null;
  return location?.startsWith(AGREEMENT_PATH) === true;
}

interface Focused {
  readonly element: Element;
  readonly id: string;
  readonly name: string | null;
  readonly selection: readonly [number, number] | null;
}

/**
 * Restores focus and caret to the same field, or else focuses the heading, when `occasion` changes and the
 * focused element was removed.
 */
export function useRestoredFocus(occasion: string): void {
  const last = useRef<Focused | null>(null);
  useEffect(() => {
    const remember = () => {
      const element = document.activeElement;
      if (element === null || element === document.body) return;
      const name = element.getAttribute('name');
      last.current = { element, id: element.id, name, selection: selectionIn(element) };
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('selectionchange', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('selectionchange', remember);
    };
  }, []);

  useEffect(() => {
    const before = last.current;
    if (before === null || before.element.isConnected || document.activeElement !== document.body) return;
    const field = Array.from(document.getElementsByName(before.name ?? '')).find(
      (element) => !element.hidden && element.tabIndex >= 0,
    );
    const target =
      document.getElementById(before.id) ?? field ?? document.querySelector<HTMLElement>('main h1');
    // The conflict's question was at the top of the page, which may have been scrolled since.
    const wasInConflict = before.element.closest(`#${CONFLICT_ID}`) !== null;
    target?.focus({ preventScroll: !wasInConflict });
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && before.selection !== null) target.setSelectionRange(...before.selection);
  }, [occasion]);
}

/** Returns a control's selection; null if it has no caret, such as an email field. */
function selectionIn(element: Element): readonly [number, number] | null {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isText || element.selectionStart === null || element.selectionEnd === null) return null;
  return [element.selectionStart, element.selectionEnd];
}
