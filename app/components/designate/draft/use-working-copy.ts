import { type ClientLoaderFunctionArgs, useNavigate, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { stepPath, targetOf } from '#app/components/designate/designate-steps.ts';
import {
  currentEditingSession,
  useDraftOpen,
  useDraftServices,
} from '#app/components/designate/draft/draft-context.tsx';
import type { Reply, WorkingDraft } from '#app/components/designate/draft/draft-types.ts';
import type { StoredDesignation } from '#app/components/designate/draft/draft.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

/** The answer of a step's loader, as far as the working copy depends on it. */
export interface LoadedStep {
  readonly designation: StoredDesignation;
  readonly changed: LastChange | null;
  readonly today: string;
}

/**
 * What a step works on: the stored designation, or the browser's draft of it where that holds edits (see `reconcileDraft`). The
 * server renders the stored one; the draft takes its place as soon as the page is alive, only if it says something else. A
 * PENDING designation that was not taken up on the agreement step leads there.
 */
export function useWorkingCopy(step: LoadedStep, reply: Reply): WorkingDraft {
  const { designation, changed, today } = step;
  const services = useDraftServices();
  const { session } = services;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const place = targetOf(designation);
  const isLive = useDraftOpen(place.highSchoolId);
  const open = () => ({ services, copy: services.openWorkingCopy(designation) });
  const [held, setHeld] = useState(open);
  const { copy } = held.services === services ? held : open();
  if (held.services !== services) setHeld({ services, copy });
  const shown = useSyncExternalStore(copy.subscribe, copy.shown, copy.shown);
  const loaded = { stored: designation, changed };
  const agreement = stepPath('agreement', place);

  useEffect(() => {
    rememberStep({ school: place.highSchoolId, year: place.academicYearId }, step);
  }, [place.academicYearId, place.highSchoolId, step]);
  useEffect(() => {
    if (isLive) return session.attach({ designationId: designation.id, today, refresh: revalidate });
  }, [session, designation.id, isLive, revalidate, today]);

  useEffect(() => {
    if (!isLive) return;
    const isOpen = copy.reconcile({ stored: designation, changed }, reply);
    if (!isOpen) navigate(agreement, { replace: true });
  }, [agreement, changed, copy, designation, isLive, navigate, reply]);
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

interface Target {
  readonly school: string | null;
  readonly year: string | null;
}

/** What the step that is open was loaded with: all steps of a designation show the same. */
let last: { readonly target: Target; readonly answer: object } | null = null;

/** A step shows this answer of its loader. */
export function rememberStep(target: Target, answer: object): void {
  last = { target, answer };
}

/**
 * Saves what is typed, then loads the step. Without a connection, or once the office has decided,
 * the open step shows what it had: what was typed must stay in sight.
 */
export async function loadStep({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const { searchParams } = new URL(request.url);
  const [school, year] = [searchParams.get('school'), searchParams.get('year')];
  await currentEditingSession()?.flush();
  try {
    return await serverLoader();
  } catch (error) {
    if (last === null || last.target.school !== school || last.target.year !== year) throw error;
    if (error instanceof TypeError) return last.answer;
    const session = currentEditingSession();
    if (!isToAgreement(error) || session?.isEdited() !== true) throw error;
    session.announce();
    return last.answer;
  }
}

function isToAgreement(error: unknown): boolean {
  const location = error instanceof Response ? error.headers.get('Location') : null;
  return location?.startsWith('/designate/agreement') === true;
}

interface Focused {
  readonly element: Element;
  readonly id: string;
  readonly name: string | null;
  readonly selection: readonly [number, number] | null;
}

/**
 * Where `occasion` changes because the forms start anew or a notice goes, and what had the focus went with them, the focus returns
 * to the field it was in, with its caret, or else to the heading: never to nowhere.
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
      (element) => !element.hidden,
    );
    const target =
      document.getElementById(before.id) ?? field ?? document.querySelector<HTMLElement>('main h1');
    target?.focus({ preventScroll: true });
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && before.selection !== null) target.setSelectionRange(...before.selection);
  }, [occasion]);
}

/** Null where a control has no caret to ask for, such as an email's. */
function selectionIn(element: Element): readonly [number, number] | null {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isText || element.selectionStart === null || element.selectionEnd === null) return null;
  return [element.selectionStart, element.selectionEnd];
}
