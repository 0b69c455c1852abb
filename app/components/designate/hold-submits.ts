import { CONFLICT_ID } from '#app/components/designate/editing-session-view.ts';
import type { EditingSession } from '#app/components/designate/editing-session-types.ts';
import { isBack, isOwnCheck, sendAgain, tellNotSent } from '#app/components/designate/hold-presses.ts';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';

/** What the server says itself when the form is sent; everything else is told by the page, and the form stays. */
const SAID_BY_SERVER = new Set(['refused']);

/**
 * Lets a form go only after what is typed has been saved, so that two saves never meet. Where it cannot be saved, for the line is
 * down or another save came first, the form keeps everything in it, and the page says why. Call the returned function to stop.
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
      // The question that holds it back may be out of date.
      session.announce();
      document.getElementById(CONFLICT_ID)?.focus();
      return;
    }
    // What would go nowhere is not sent: the page says so, and keeps the form.
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
      const mayGo = isSaved || isBack(event) || SAID_BY_SERVER.has(failure?.reason ?? '');
      // Whoever has left the step meanwhile has pressed something else.
      if (window.location.pathname !== pathname) return;
      if (!mayGo) {
        // A press that goes nowhere leads to the question that holds it back.
        document.getElementById(CONFLICT_ID)?.focus();
        if (failure === null && now.conflict === null && now.locked === null) tellNotSent();
        return;
      }
      // The version that this save made has to be in the form first.
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
