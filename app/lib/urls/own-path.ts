/**
 * A path of this application, or the dashboard where `wanted` would lead anywhere else. What counts is where the resolved
 * path leads: '/.//other.example' becomes '//other.example', which is another site.
 */
export function ownPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined || !wanted.startsWith('/')) return '/';
  try {
    const here = 'http://laurel.invalid';
    const url = new URL(wanted, here);
    const path = `${url.pathname}${url.search}`;
    return url.origin === here && new URL(path, here).origin === here ? path : '/';
  } catch {
    return '/';
  }
}

/** The login page, with the path that the visitor wanted for the way back; only ever a path of our own. */
export function loginPath(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?${new URLSearchParams({ to: wanted }).toString()}`;
}
