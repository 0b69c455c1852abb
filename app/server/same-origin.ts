import { foreignOrigin } from './http-errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Prevents CSRF: checks Origin or Referer, and Sec-Fetch-Site of state-changing requests (decisions, section 2).
 * @throws {HttpError} 403 for a request from another site
 */
export function assertSameOrigin(request: Request, appUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  assertNotCrossSite(request, appUrl);
}

/**
 * Checks requests with safe methods that record something, such as downloads.
 * @throws {HttpError} 403 for a request from another site
 */
export function assertNotCrossSite(request: Request, appUrl: string): void {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'cross-site' || site === 'same-site') throw foreignOrigin();
  const own = new URL(appUrl).origin;
  const origin = request.headers.get('Origin');
  const referer = request.headers.get('Referer');
  if (origin !== null ? origin !== own : referer !== null && originOf(referer) !== own) throw foreignOrigin();
}

/** Returns whether a page is opened from another site, whose scripts can't request `text/html`. */
export function isUnconfirmedLink(request: Request, appUrl: string): boolean {
  const { headers } = request;
  if (headers.get('Sec-Fetch-Site') === 'same-origin') return false;
  const own = new URL(appUrl).origin;
  if (headers.get('Origin') === own || originOf(headers.get('Referer') ?? '') === own) return false;
  return (headers.get('Accept') ?? '').includes('text/html');
}

/** Returns whether a browser sent the request. All current browsers send Sec-Fetch-Site. */
export function isSentByBrowser(request: Request): boolean {
  return request.headers.has('Sec-Fetch-Site');
}

/** Returns a URL's origin; null for an invalid URL, or one with a username, which browsers never send. */
function originOf(url: string): string | null {
  try {
    const { origin, username, password } = new URL(url);
    return username === '' && password === '' ? origin : null;
  } catch {
    return null;
  }
}
