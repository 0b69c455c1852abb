import { showSaveNotice } from '#app/components/ui/save-notice.tsx';

/** Tools that have not come by then do not come. */
const PATIENCE_MS = 10_000;

/** Whether conform only asks its own form to be checked: nothing is sent, so nothing waits. */
export function isOwnCheck({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === '__intent__';
}

/** Whether Back was pressed. It waits for the draft, which takes what is typed along, but for no save. */
export function isBack({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === 'intent' && submitter.getAttribute('value') === 'back';
}

/**
 * Sends a form by the button that was pressed, or the form that has started anew in its place. Where there is none, or it has no such
 * button, the page says so.
 */
export function sendAgain(form: HTMLFormElement, { submitter }: SubmitEvent): void {
  const target = form.isConnected ? form : document.getElementById(form.getAttribute('id') ?? '');
  const present = target instanceof HTMLFormElement ? target : null;
  const isPressed = (one: Element) =>
    one === submitter ||
    (submitter !== null && ['type', 'name', 'value'].every((part) => isAlike(one, submitter, part)));
  const button = present === null ? undefined : Array.from(present.elements).find(isPressed);
  if (present === null || (submitter !== null && button === undefined)) showNotSent();
  else present.requestSubmit(button instanceof HTMLElement ? button : null);
}

/** Says on the page that a press went nowhere; what is typed stays. */
export function showNotSent(): void {
  showSaveNotice({
    tone: 'info',
    text: "This took too long, so you're still on this step. What you typed is still here. Try again.",
    path: window.location.pathname,
    isInDialog: false,
  });
}

function isAlike(one: Element, other: Element, attribute: string): boolean {
  return one.tagName === other.tagName && one.getAttribute(attribute) === other.getAttribute(attribute);
}

/**
 * While the tools of a page are on their way the menu's logout waits for them: what is typed meanwhile would be neither saved nor asked
 * about. Call the returned function to stop, and to let a held press go.
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
 * saved since. Call the returned function to stop, and to let a held press go.
 */
export function holdEarlySubmits(form: HTMLFormElement): () => void {
  const { pathname } = window.location;
  let held: SubmitEvent | undefined;
  let timer: number | undefined;
  const send = () => {
    // Whoever has left the step meanwhile has pressed something else.
    if (held !== undefined && window.location.pathname === pathname) sendAgain(form, held);
  };
  const end = () => {
    form.removeEventListener('submit', hold, { capture: true });
    window.clearTimeout(timer);
  };
  const hold = (event: SubmitEvent) => {
    if (isOwnCheck(event)) return;
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

const LOGOUT_PATH = '/api/logout';

/** The menu's logout, where a press opens it here; null for any other press. */
export function logoutLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link?.pathname === LOGOUT_PATH && !opensElsewhere ? link : null;
}
