import type { Desk } from '#app/components/domain/designate/desk-types.ts';

const LOGOUT_PATH = '/api/logout';

/**
 * Saves what is typed before it is out of reach: when the tab is hidden or closed, and before the menu's logout, which clears the
 * browser's draft. `mayLose` asks the person where that save does not succeed. The answered function ends it.
 */
export function watchLeaving(desk: Desk, mayLose: () => Promise<boolean>): () => void {
  const heard = new AbortController();
  const options = { signal: heard.signal };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') void desk.flush();
    else desk.announce();
  };
  const onLogout = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link?.pathname !== LOGOUT_PATH || opensElsewhere) return;
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
  const isSaved = await desk.settle();
  if (!isSaved && !(await mayLose())) return;
  await desk.leavePage();
  window.location.assign(href);
}
