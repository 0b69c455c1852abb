import { CONFLICT_ID } from '#app/components/domain/designate/desk-view.ts';
import type { Desk } from '#app/components/domain/designate/desk-types.ts';

/**
 * Buttons that send nothing: the one with which conform asks its own form to be checked, and Back, which takes what is typed along
 * by itself.
 */
const SENDS_NOTHING = new Set(['__intent__', 'intent=back']);
/** What the server says itself when the form is sent; everything else is told by the page, and the form stays. */
const SAID_BY_SERVER = new Set(['refused']);

/**
 * Lets a form go only after what is typed has been saved, so that two saves never meet. Where it cannot be saved, for the line is
 * down or somebody else was faster, the form stays, with everything in it. The answered function ends it.
 */
export function holdSubmits(desk: Desk, form: HTMLFormElement): () => void {
  let isReleased = false;
  const hold = (event: SubmitEvent) => {
    const [name, value] = ['name', 'value'].map((part) => event.submitter?.getAttribute(part) ?? '');
    if (SENDS_NOTHING.has(name ?? '') || SENDS_NOTHING.has(`${name}=${value}`)) return;
    desk.readForms();
    const { conflict, locked } = desk.view();
    if (conflict !== null || locked !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
      // The question that holds it back may be out of date.
      desk.announce();
      document.getElementById(CONFLICT_ID)?.focus();
      return;
    }
    // What would go nowhere is not sent: the page says so, and keeps the form.
    if (!navigator.onLine) desk.touch();
    if (isReleased || desk.isSettled()) {
      isReleased = false;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    void desk.settle().then((isSaved) => {
      const mayGo = isSaved || SAID_BY_SERVER.has(desk.view().failure?.reason ?? '');
      if (!form.isConnected) return;
      if (!mayGo) {
        // A press that goes nowhere leads to the question that holds it back.
        document.getElementById(CONFLICT_ID)?.focus();
        return;
      }
      // The version that this save made has to be in the form first.
      window.setTimeout(() => {
        isReleased = true;
        form.requestSubmit(event.submitter);
        isReleased = false;
      });
    });
  };
  form.addEventListener('submit', hold, { capture: true });
  return () => form.removeEventListener('submit', hold, { capture: true });
}
