/**
 * Returns `wanted` if it leads to this application, else the dashboard. Checks the resolved path: '/.//other.example'
 * becomes '//other.example', another site.
 */
export function safeRedirectPath(wanted: string | null | undefined): string {
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

/** Returns the login page for someone who is signed in, with the path to return to. */
export function signInAgainPath(wanted: string): string {
  return `/login?${new URLSearchParams({ to: wanted, again: '1' }).toString()}`;
}

/** Returns the login page, with the path to return to. */
export function loginPath(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?${new URLSearchParams({ to: wanted }).toString()}`;
}

/** Returns the login page with the reason why another way of signing in failed, and the path to return to. */
export function loginProblemPath(
  problem: string,
  { to, isAgain }: { readonly to: string; readonly isAgain: boolean },
): string {
  const query = new URLSearchParams({
    ...(to === '/' ? {} : { to }),
    ...(isAgain ? { again: '1' } : {}),
    problem,
  });
  return `/login?${query.toString()}`;
}
