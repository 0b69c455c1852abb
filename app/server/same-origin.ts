import { foreignOrigin } from './http-errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a state-changing request whose Origin (or, lacking it, Referer) is present and not the application's own, or
 * that the browser says came from another site (decisions, section 2).
 */
export function assertSameOrigin(request: Request, appUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  assertNotCrossSite(request, appUrl);
}

/** The same question for a safe method that changes something all the same: a download leaves its mark. */
export function assertNotCrossSite(request: Request, appUrl: string): void {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') throw foreignOrigin();
  const own = new URL(appUrl).origin;
  const origin = request.headers.get('Origin');
  const referer = request.headers.get('Referer');
  if (origin !== null ? origin !== own : referer !== null && originOf(referer) !== own) throw foreignOrigin();
}

/**
 * Whether a browser opens an address without coming from our own pages: typed, from an email, or without a referrer.
 * Other sites can't make scripts request a page (`Accept: text/html`).
 */
export function isUnconfirmedLink(request: Request, appUrl: string): boolean {
  const { headers } = request;
  if (headers.get('Sec-Fetch-Site') === 'same-origin') return false;
  const own = new URL(appUrl).origin;
  if (headers.get('Origin') === own || originOf(headers.get('Referer') ?? '') === own) return false;
  return (headers.get('Accept') ?? '').includes('text/html');
}

/** Whether a browser sent this: all current ones say of each request where it comes from. */
export function isSentByBrowser(request: Request): boolean {
  return request.headers.has('Sec-Fetch-Site');
}

/** Null for what is no address, or names a user as no browser does. */
function originOf(address: string): string | null {
  try {
    const { origin, username, password } = new URL(address);
    return username === '' && password === '' ? origin : null;
  } catch {
    return null;
  }
}
