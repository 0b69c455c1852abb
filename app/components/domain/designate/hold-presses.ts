import { logoutLinkOf } from '#app/components/domain/designate/logout-link.ts';

/** Tools that have not come by then do not come. */
const PATIENCE_MS = 10_000;

/**
 * While the tools of a page are on their way the menu's logout waits for them: what is typed meanwhile would be neither saved nor asked
 * about. The answered function ends it, and lets a held press go.
 */
export function holdLogout(): () => void {
  let held: HTMLAnchorElement | undefined;
  let timer: number | undefined;
  const hold = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    held = link;
    timer ??= window.setTimeout(() => window.location.assign(link.href), PATIENCE_MS);
  };
  document.addEventListener('click', hold, { capture: true });
  return () => {
    document.removeEventListener('click', hold, { capture: true });
    window.clearTimeout(timer);
    // What takes its place listens by then.
    if (held !== undefined) window.setTimeout(() => held?.click());
  };
}

/**
 * The same for a form: sent now, it would carry what was typed on the version that the page was loaded with, whatever colleagues have
 * saved since. The answered function ends it, and lets a held press go.
 */
export function holdEarlySubmits(form: HTMLFormElement): () => void {
  let held: SubmitEvent | undefined;
  let timer: number | undefined;
  const send = () => {
    if (held !== undefined && form.isConnected) form.requestSubmit(held.submitter);
  };
  const end = () => {
    form.removeEventListener('submit', hold, { capture: true });
    window.clearTimeout(timer);
  };
  const hold = (event: SubmitEvent) => {
    // With this button conform asks its own form to be checked.
    if (event.submitter?.getAttribute('name') === '__intent__') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held = event;
    timer ??= window.setTimeout(() => {
      end();
      send();
    }, PATIENCE_MS);
  };
  form.addEventListener('submit', hold, { capture: true });
  return () => {
    end();
    window.setTimeout(send);
  };
}
