const LOGOUT_PATH = '/api/logout';

/** The menu's logout, where a press opens it here; null for any other press. */
export function logoutLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  return link?.pathname === LOGOUT_PATH && !opensElsewhere ? link : null;
}
