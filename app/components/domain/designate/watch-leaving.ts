import { logoutLinkOf } from '#app/components/domain/designate/logout-link.ts';
import type { Desk } from '#app/components/domain/designate/desk-types.ts';

/**
 * Saves what is typed before it is out of reach: when the tab is hidden or closed, and before the menu's logout, which clears the
 * browser's draft. `mayLose` asks the person where something isn't saved even so. Call the returned function to stop.
 */
export function watchLeaving(desk: Desk, mayLose: () => Promise<boolean>): () => void {
  const heard = new AbortController();
  const options = { signal: heard.signal };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void desk.flush();
    else desk.announce();
  };
  const onLogout = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    void logOut(desk, mayLose, link.href);
  };
  document.addEventListener('visibilitychange', onVisibility, options);
  document.addEventListener('click', onLogout, { ...options, capture: true });
  window.addEventListener('pagehide', () => void desk.leavePage(), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && desk.announce(), options);
  window.addEventListener('online', () => desk.retry(), options);
  window.addEventListener('focus', () => desk.retry(), options);
  return () => heard.abort();
}

async function logOut(desk: Desk, mayLose: () => Promise<boolean>, href: string): Promise<void> {
  await desk.settle();
  if (!(await mayLose())) return;
  await desk.leavePage();
  window.location.assign(href);
}
