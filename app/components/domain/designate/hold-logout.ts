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
