import { CONFORM_INTENT } from '#app/config/constants.ts';
import { showSaveNotice } from '#app/components/ui/save-notice.tsx';

/** After this time, the services are assumed to have failed to load. */
export const LOADING_TIMEOUT_MS = 10_000;

/** Returns whether conform is only validating its own form, so that nothing needs to wait. */
export function isOwnCheck({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === CONFORM_INTENT;
}

/** Returns whether Back was clicked. It waits until the draft has the form's values, but not for a save. */
export function isBack({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === 'intent' && submitter.getAttribute('value') === 'back';
}

/** Submits a form, or its replacement after a restart, with the clicked button. Shows a message if that is missing. */
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

/** Shows that nothing was submitted. The input remains. */
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
 * Delays the menu's logout until the draft services have loaded, because edits would be lost. Returns a cleanup
 * function that also follows a clicked link.
 */
export function holdLogout(): () => void {
  let clicked: HTMLAnchorElement | undefined;
  let timer: number | undefined;
  const hold = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    clicked = link;
    timer ??= window.setTimeout(() => window.location.assign(link.href), LOADING_TIMEOUT_MS);
  };
  document.addEventListener('click', hold, { capture: true });
  return () => {
    document.removeEventListener('click', hold, { capture: true });
    window.clearTimeout(timer);
    // By then, the real handler is attached.
    if (clicked !== undefined) window.setTimeout(() => clicked?.click());
  };
}

/**
 * Delays submits in the same way, because they would be based on the version the page was loaded with. Returns a
 * cleanup function that also submits the form if that was requested.
 */
export function holdEarlySubmits(form: HTMLFormElement): () => void {
  const { pathname } = window.location;
  let pending: SubmitEvent | undefined;
  let timer: number | undefined;
  const send = () => {
    // Not if the user has left the step in the meantime.
    if (pending !== undefined && window.location.pathname === pathname) sendAgain(form, pending);
  };
  const end = () => {
    form.removeEventListener('submit', hold, { capture: true });
    window.clearTimeout(timer);
  };
  const hold = (event: SubmitEvent) => {
    if (isOwnCheck(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pending = event;
    timer ??= window.setTimeout(() => {
      end();
      send();
    }, LOADING_TIMEOUT_MS);
  };
  form.addEventListener('submit', hold, { capture: true });
  return () => {
    end();
    window.setTimeout(send);
  };
}

const LOGOUT_PATH = '/api/logout';

/** Returns the menu's logout link if a click opens it in this tab; null for any other click. */
export function logoutLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link?.pathname === LOGOUT_PATH && !opensElsewhere ? link : null;
}
