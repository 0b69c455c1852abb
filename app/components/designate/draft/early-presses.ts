import { showSaveNotice } from '#app/components/ui/save-notice.tsx';

/** Services that haven't arrived by then won't arrive. */
const PATIENCE_MS = 10_000;

/** Whether conform only validates its own form: nothing is sent, so nothing has to wait. */
export function isOwnCheck({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === '__intent__';
}

/** Whether Back was pressed. It waits for the draft, which gets the form's values, but not for a save. */
export function isBack({ submitter }: SubmitEvent): boolean {
  return submitter?.getAttribute('name') === 'intent' && submitter.getAttribute('value') === 'back';
}

/**
 * Submits a form, or the form that replaced it after a restart, with the button that was pressed. Shows a message if
 * that is gone.
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

/** Says that nothing was submitted; what was typed stays. */
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
 * Makes the menu's logout wait until the draft services are fetched, because edits would be lost. The returned
 * function stops this and follows a link that was pressed.
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
    // What replaces this listens by then.
    if (held !== undefined) window.setTimeout(() => held?.click());
  };
}

/**
 * Makes a form wait in the same way: sent now, it would be based on the version the page was loaded with. The
 * returned function stops this and submits the form if that was pressed.
 */
export function holdEarlySubmits(form: HTMLFormElement): () => void {
  const { pathname } = window.location;
  let held: SubmitEvent | undefined;
  let timer: number | undefined;
  const send = () => {
    // The user has left the step by pressing something else.
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

/** The menu's logout link, if a click opens it in this tab; null for any other click. */
export function logoutLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link?.pathname === LOGOUT_PATH && !opensElsewhere ? link : null;
}
