import type { SubmissionResult } from '@conform-to/react';
import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { SAVED_PARAMETER, stepPath } from '#app/components/domain/designate/designate-steps.ts';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';
import { useDraftOpen } from '#app/components/domain/designate/use-draft-open.ts';
import {
  type Draft,
  draftOfDesignation,
  isSameContent,
  reconcile,
  type StoredDesignation,
  withStoredIds,
} from '#app/lib/draft.ts';

type Reply = SubmissionResult<string[]> | undefined;

export interface WorkingDraft {
  /** What the step shows; its `version` is what a save must still find. */
  readonly draft: Draft;
  /** What the server found in the form, until the form starts anew. */
  readonly reply: Reply;
  /** Somebody else changed the stored designation while this draft was edited. */
  readonly isConflict: boolean;
  /** Scripts are at work, and with them the browser's draft. */
  readonly isLive: boolean;
  /** Changes when the form has to start anew with other content: a React key for it. */
  readonly formKey: string;
  /** It did so since the page was opened. */
  readonly isAnew: boolean;
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
export function useWorkingCopy(stored: StoredDesignation, reply: Reply): WorkingDraft {
  const { userId, store } = useDraftStore();
  const navigate = useNavigate();
  const isLive = useDraftOpen();
  const savedVersion = useSavedVersion();
  const [{ round, past }, setRound] = useState<{ round: number; past: Reply }>({ round: 0, past: undefined });

  const open = () => {
    const fresh = draftOfDesignation(userId, stored);
    const unopened = { draft: fresh, isConflict: false };
    const copy = isLive ? reconcile(store.get(), userId, stored, savedVersion) : unopened;
    return {
      ...(copy ?? unopened),
      isClosed: copy === null,
      isStored: isSameContent(copy?.draft ?? fresh, fresh),
    };
  };
  const basis = JSON.stringify([isLive, round, stored.id, stored.version]);
  const [kept, setKept] = useState(() => ({ basis, copy: open() }));
  const copy = kept.basis === basis ? kept.copy : open();
  if (kept.basis !== basis) setKept({ basis, copy });
  const { draft, isConflict, isClosed, isStored } = copy;

  useEffect(() => {
    if (!isLive) return;
    if (isClosed) {
      navigate(stepPath('agreement', placeOf(draft)), { replace: true });
      return;
    }
    const known = store.get();
    if (known === null || known.id !== draft.id || known.version !== draft.version) store.set(draft);
  }, [draft, isClosed, isLive, navigate, store]);

  const startAnew = () => setRound((last) => ({ round: last.round + 1, past: reply }));
  return {
    draft,
    reply: reply === past ? undefined : reply,
    isConflict,
    isLive,
    formKey: `${round} ${isStored ? 'stored' : 'draft'}`,
    isAnew: round > 0,
    loadLatest: () => {
      store.set(draftOfDesignation(userId, stored));
      startAnew();
    },
    keepMine: () => {
      const mine = store.get() ?? draft;
      store.set({
        ...mine,
        version: stored.version,
        students: withStoredIds(mine.students, stored.students),
      });
      startAnew();
    },
    startAnew,
  };
}

/** The school and year of a draft, for the addresses of its steps. */
export function placeOf({ highSchool, academicYear }: Draft) {
  return { highSchoolId: highSchool.id, academicYearId: academicYear.id };
}

/** The version that the save which led here made; it is told once and then taken out of the address. */
function useSavedVersion(): number | null {
  const { search } = useLocation();
  const told = new URLSearchParams(search).get(SAVED_PARAMETER);
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has(SAVED_PARAMETER)) return;
    url.searchParams.delete(SAVED_PARAMETER);
    window.history.replaceState(window.history.state, '', url);
  }, [search]);
  return told === null ? null : Number(told);
}
