import { Link, useLocation, useNavigation } from '@remix-run/react';
import { type MouseEvent, useEffect } from 'react';
import {
  useDraftServices,
  useEditingSessionView,
  SaveFrame,
  savingHint,
} from '#app/components/designate/draft/draft-context.tsx';
import {
  CONFLICT_ID,
  type EditingSessionView,
  type SaveFailure,
  type SaveView,
} from '#app/components/designate/draft/draft.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import type { SaveLineProps } from '#app/components/designate/draft/working-copy.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import {
  ELSEWHERE,
  formatColleagues,
  formatLastChange,
  formatIncoming,
} from '#app/messages/editing-labels.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { timeInZone } from '#app/lib/time/zoned-time.ts';
import { loginPath } from '#app/lib/urls/redirect-paths.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { buttonReleased } from '#app/components/designate/button-released.ts';

/**
 * Shows whether edits are saved and who else is editing. Only failures and recoveries are announced, not every save.
 */
export function SaveLine({ status, today, working }: SaveLineProps) {
  const { userId } = useDraftServices();
  const { timeZone } = useSite();
  const view = useEditingSessionView();
  const { pathname, search } = useLocation();
  usePausedAutosaveWhileSubmitting();
  useEffect(reserveSpaceForBar, []);
  const reader = { userId, today, timeZone };
  const { savedSince } = view;
  const failure = displayedFailure(view);
  const isSavedHere = status !== 'PENDING';
  const problem =
    view.locked !== null
      ? formatLocked(view.locked)
      : failure === null
        ? null
        : formatNotSaved(failure, formatLastChange(view.conflict?.change ?? null, reader));
  const isMethod = /^\/designate\/method\b/i.test(pathname);
  const saved = (isSavedHere ? formatSaved(view, timeZone, isMethod) : null) ?? savingHint(status);
  const leadsToMethod =
    isSavedHere && problem === null && view.waitsForContinue && !view.isSaving && !isMethod;
  const colleagues = formatColleagues(view.colleagues);
  const { incoming } = working;
  const updated = incoming === null ? null : formatIncoming(incoming.change, reader, incoming.differences);
  const announced = problem ?? (savedSince === null ? '' : `Saved at ${timeInZone(savedSince, timeZone)}`);

  return (
    <SaveFrame isFailed={problem !== null}>
      <p>
        <Icon
          name={problem !== null ? 'alert' : view.savedAt !== null && !view.isSaving ? 'check' : 'info'}
        />
        <span>
          {problem ?? saved}
          {leadsToMethod ? (
            <>
              {' '}
              <Link to={stepPath('method', targetOf(working.draft))}>Go to Method</Link>
            </>
          ) : null}
          {failure?.reason === 'versionConflict' && view.locked === null ? (
            <>
              {' '}
              <a href={`#${CONFLICT_ID}`} onClick={showConflict}>
                Choose which version to keep
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
        {updated === null ? null : <p>{updated}</p>}
        {colleagues === null ? null : <p>{colleagues}</p>}
        {view.isOpenElsewhere ? <p>This designation is also open {ELSEWHERE}.</p> : null}
      </div>
    </SaveFrame>
  );
}

/** Returns the failure to display. A version conflict is one only if merging requires a decision. */
function displayedFailure({ failure, conflict }: EditingSessionView): SaveFailure | null {
  return failure?.reason === 'versionConflict' && conflict === null ? null : failure;
}

/** Focuses the conflict without changing the URL, because Remix would drop the action's response. */
function showConflict(event: MouseEvent) {
  event.preventDefault();
  document.getElementById(CONFLICT_ID)?.focus();
}

/** Pauses autosave while the step's own form is being submitted, to avoid concurrent saves. */
function usePausedAutosaveWhileSubmitting(): void {
  const { session } = useDraftServices();
  const isSubmitting = useNavigation().formMethod === 'POST';
  useEffect(() => {
    if (!isSubmitting) return;
    session.hold();
    return () => session.release();
  }, [session, isSubmitting]);
}

const SAVED_BY_CONTINUE = 'Your new class size will be saved when you select Continue.';

/**
 * Returns 'Saved at 2:02 PM AKST · 2 fields need fixing'; null if there is nothing to show.
 * @param isMethod whether the page is the Method step, whose Continue saves a smaller class
 */
function formatSaved(view: SaveView, timeZone: string, isMethod: boolean): string | null {
  const { isSaving, savedAt, unfinished, waitsForContinue } = view;
  if (isSaving) return 'Saving…';
  const count = unfinished.length;
  const parts = [
    savedAt === null ? null : `Saved at ${timeInZone(savedAt, timeZone)}`,
    count === 0 ? null : `${counted(count, 'field')} ${plural(count, 'needs', 'need')} fixing`,
    waitsForContinue ? (isMethod ? SAVED_BY_CONTINUE : "Your new class size isn't saved yet.") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Returns the message for a designation that was approved or rejected while there were unsaved edits. */
export function formatLocked(status: DesignationStatus): string {
  return `Not saved: ${lockedSentence(status) ?? ''} Your changes are still on this page, but they can't be saved anymore.`;
}

/** Describes a failure and what to do. For a version conflict, `change` is who changed the designation. */
export function formatNotSaved(failure: SaveFailure, change: string): string {
  switch (failure.reason) {
    case 'offline':
      return "You're offline. Your changes are kept on this device and will be saved when you reconnect.";
    case 'away':
      return "Can't reach the server. Your changes are kept on this device; we'll keep trying.";
    case 'signedOut':
      return "You've been signed out. Keep this page open and sign in from a new tab. Your changes will then be saved.";
    case 'noAccess':
      return "Not saved: you don't have access to this school anymore. Your changes are kept on this device. Once someone adds you to its staff again, we'll save them.";
    case 'versionConflict':
      return `Not saved: ${change}.`;
    case 'refused':
      return `Not saved: ${failure.message}`;
  }
}

/** Space between the bar and a field that was scrolled above it, in CSS pixels. */
const GAP_PX = 16;

/**
 * Keeps what has the focus above the bar at the bottom of the window, however high its texts make it. Returns a function
 * that stops it, or nothing if there is no bar.
 */
function reserveSpaceForBar(): (() => void) | undefined {
  const stepBar = bottomBar();
  if (stepBar === null) return undefined;
  const { style } = document.documentElement;
  const scrollClear = async () => {
    // Scrolling under a pressed button or finger would turn a tap into none.
    await buttonReleased();
    const [bar, focused] = [bottomBar(), document.activeElement];
    if (bar === null) return;
    style.scrollPaddingBottom = `${bar.offsetHeight + GAP_PX}px`;
    if (focused === null || focused === document.body || bar.contains(focused)) return;
    if (isBehind(focused, bar)) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const onChange = () => void scrollClear();
  const observer = new ResizeObserver(onChange);
  observer.observe(stepBar);
  document.addEventListener('focusin', onChange);
  return () => {
    observer.disconnect();
    style.removeProperty('scroll-padding-bottom');
    document.removeEventListener('focusin', onChange);
  };
}

/** Returns the bar that stays at the bottom: the import's own while one is under way, otherwise the step's. */
function bottomBar(): HTMLElement | null {
  return (
    document.querySelector<HTMLElement>('.import-actions') ?? document.querySelector<HTMLElement>('.step-bar')
  );
}

function isBehind(field: Element, bar: Element): boolean {
  const [{ top, bottom }, edge] = [field.getBoundingClientRect(), bar.getBoundingClientRect()];
  // A dialog is above the bar.
  return bottom > edge.top && top < edge.bottom && field.closest('dialog') === null;
}
