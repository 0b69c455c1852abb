import { useLocation, useNavigation } from '@remix-run/react';
import { type MouseEvent, useEffect } from 'react';
import {
  CONFLICT_ID,
  type EditingSessionView,
  type SaveFailure,
} from '#app/components/designate/editing-session-view.ts';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import { SaveFrame, savingHint } from '#app/components/designate/save-frame.tsx';
import { formatLocked, formatNotSaved, formatSaved } from '#app/components/designate/save-labels.ts';
import { useEditingSessionView } from '#app/components/designate/use-editing-session-view.ts';
import type { WorkingDraft } from '#app/components/designate/use-working-copy.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import {
  formatLastChange,
  formatColleagues,
  ELSEWHERE,
  formatTakenOver,
} from '#app/lib/messages/editing-labels.ts';
import { loginPath } from '#app/lib/urls/own-path.ts';
import { timeInZone } from '#app/lib/time/zoned-time.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

export interface SaveLineProps {
  status: DesignationStatus;
  /** The present day, YYYY-MM-DD. */
  today: string;
  working: WorkingDraft;
}

/**
 * What the line about saving says once the page is alive: whether what is typed is saved, and who else is here. Read out when it
 * turns for the worse or the better, not at every save.
 */
export function SaveLine({ status, today, working }: SaveLineProps) {
  const { userId } = useDraftStore();
  const { timeZone } = useSite();
  const view = useEditingSessionView();
  const { pathname, search } = useLocation();
  useHeldWhileSending();
  const reader = { userId, today, timeZone };
  const { savedSince } = view;
  const failure = toldFailure(view);
  const isSavedHere = status !== 'PENDING';
  const problem =
    view.locked !== null
      ? formatLocked(view.locked)
      : failure === null
        ? null
        : formatNotSaved(failure, formatLastChange(view.conflict?.change ?? null, reader));
  const saved = (isSavedHere ? formatSaved(view, timeZone) : null) ?? savingHint(status);
  const colleagues = formatColleagues(view.colleagues);
  const { takenOver } = working;
  const taken = takenOver === null ? null : formatTakenOver(takenOver.change, reader, takenOver.differences);
  const announced = problem ?? (savedSince === null ? '' : `Saved at ${timeInZone(savedSince, timeZone)}`);

  return (
    <SaveFrame isFailed={problem !== null}>
      <p>
        <Icon
          name={problem !== null ? 'alert' : view.savedAt !== null && !view.isSaving ? 'check' : 'info'}
        />
        <span>
          {problem ?? saved}
          {failure?.reason === 'stale' && view.locked === null ? (
            <>
              {' '}
              <a href={`#${CONFLICT_ID}`} onClick={showConflict}>
                Decide which version is to stay
              </a>
            </>
          ) : null}
          {failure?.reason === 'signedOut' ? (
            <>
              {' '}
              <a href={loginPath(`${pathname}${search}`)} target="_blank" rel="noreferrer">
                Sign in (opens in a new tab)
              </a>
            </>
          ) : null}
        </span>
      </p>
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      <div role="status">
        {taken === null ? null : <p>{taken}</p>}
        {colleagues === null ? null : <p>{colleagues}</p>}
        {view.isOpenElsewhere ? <p>You also have this designation open {ELSEWHERE}.</p> : null}
      </div>
    </SaveFrame>
  );
}

/** Another version that was met is brought together with what is typed: a failure only where that leaves a question. */
function toldFailure({ failure, conflict }: EditingSessionView): SaveFailure | null {
  return failure?.reason === 'stale' && conflict === null ? null : failure;
}

/** The address stays as it is: a new one would make Remix drop the last action's answer. */
function showConflict(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONFLICT_ID)?.focus();
}

/** While a step's own form is on its way nothing else is saved: the two would meet. */
function useHeldWhileSending(): void {
  const { session } = useDraftStore();
  const isSending = useNavigation().formMethod === 'POST';
  useEffect(() => {
    if (!isSending) return;
    session.hold();
    return () => session.release();
  }, [session, isSending]);
}
