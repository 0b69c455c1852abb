import { useNavigate, useRevalidator } from '@remix-run/react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { targetOf, stepPath } from '#app/components/designate/designate-steps.ts';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import { rememberStep } from '#app/components/designate/step-client-loader.ts';
import { useDraftOpen } from '#app/components/designate/use-draft-open.ts';
import { useRestoredFocus } from '#app/components/designate/use-restored-focus.ts';
import type { AskedQuestion, Reply, TakenOver } from '#app/components/designate/working-copy.ts';
import type { Draft, StoredDesignation } from '#app/lib/draft.ts';
import type { Choices } from '#app/lib/draft-merge-sides.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';

/** The answer of a step's loader, as far as the working copy depends on it. */
export interface LoadedStep {
  readonly designation: StoredDesignation;
  readonly changed: LastChange | null;
  readonly today: string;
}

export interface WorkingDraft {
  /** What the step begins with. */
  readonly draft: Draft;
  /** What the server found in the form, until the form starts anew. */
  readonly reply: Reply;
  /** What is to be decided, where the stored designation was changed elsewhere while this draft was edited; null otherwise. */
  readonly question: AskedQuestion | null;
  /** Who changed the stored designation last, as it was loaded. */
  readonly changed: LastChange | null;
  /** Scripts are at work, and with them the browser's draft. */
  readonly isLive: boolean;
  /** Changes when the form has to start anew with other content: a React key for it. */
  readonly formKey: string;
  /** It did so since the page was opened because the person chose it. */
  readonly isAnew: boolean;
  /** Whose newer contents were taken over, for a notice; null without. */
  readonly takenOver: TakenOver | null;
  /** Brings the two versions together once more, with what was typed since and these decisions. */
  decide(choices: Choices): void;
  /** Gives up the edits for what is stored. */
  loadLatest(): void;
  /** Keeps the edits, to be saved over what is stored. */
  keepMine(): void;
  /** Starts the form anew from the draft as it now stands. */
  startAnew(): void;
}

/**
 * What a step works on: the stored designation, or the browser's draft of it where that holds edits (see `reconcile`). The
 * server renders the stored one; the draft takes its place as soon as the page is alive, only if it says something else. A
 * PENDING designation that was not taken up on the agreement step leads there.
 */
export function useWorkingCopy(step: LoadedStep, reply: Reply): WorkingDraft {
  const { designation, changed, today } = step;
  const tools = useDraftStore();
  const { session } = tools;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const place = targetOf(designation);
  const isLive = useDraftOpen(place.highSchoolId);
  const open = () => ({ tools, copy: tools.openWorkingCopy(designation) });
  const [held, setHeld] = useState(open);
  const { copy } = held.tools === tools ? held : open();
  if (held.tools !== tools) setHeld({ tools, copy });
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
    const isOpen = copy.meet({ stored: designation, changed }, reply);
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
    isAnew: shown.isAnew,
    takenOver: shown.takenOver,
    decide: (choices) => void copy.meet(loaded, reply, choices),
    loadLatest: () => copy.loadLatest(loaded, reply),
    keepMine: () => copy.keepMine(loaded, reply),
    startAnew: () => copy.startAnew(reply),
  };
}
