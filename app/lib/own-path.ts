/** A path of this application, or the dashboard where `wanted` would lead anywhere else. */
export function ownPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined || !wanted.startsWith('/')) return '/';
  try {
    const here = 'http://laurel.invalid';
    const url = new URL(wanted, here);
    return url.origin === here && !wanted.startsWith('//') ? `${url.pathname}${url.search}` : '/';
  } catch {
    return '/';
  }
}
