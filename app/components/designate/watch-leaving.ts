import { logoutLinkOf } from '#app/components/designate/logout-link.ts';
import type { EditingSession } from '#app/components/designate/editing-session-types.ts';

/**
 * Saves what is typed before it is out of reach: when the tab is hidden or closed, and before the menu's logout, which clears the
 * browser's draft. `mayLose` asks the person where something isn't saved even so. Call the returned function to stop.
 */
export function watchLeaving(session: EditingSession, mayLose: () => Promise<boolean>): () => void {
  const heard = new AbortController();
  const options = { signal: heard.signal };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void session.flush();
    else session.announce();
  };
  const onLogout = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    void logOut(session, mayLose, link.href);
  };
  document.addEventListener('visibilitychange', onVisibility, options);
  document.addEventListener('click', onLogout, { ...options, capture: true });
  window.addEventListener('pagehide', () => void session.leavePage(), options);
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.announce(), options);
  window.addEventListener('online', () => session.retry(), options);
  window.addEventListener('focus', () => session.retry(), options);
  return () => heard.abort();
}

async function logOut(session: EditingSession, mayLose: () => Promise<boolean>, href: string): Promise<void> {
  await session.flushOrWait();
  if (!(await mayLose())) return;
  await session.leavePage();
  window.location.assign(href);
}
