import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import { identityOf } from './request-identity.server.ts';

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60;

/** `same-origin` is the strictest referrer policy that still sends our forms' Origin, for the cross-site check. */
const FIXED_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
} as const;

/** Headers that matter only for what a browser shows as a document, and the ID of the request. */
const DOCUMENT_HEADERS = [
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
  'X-Frame-Options',
  'X-Request-Id',
] as const;
const ASSET_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Sets the security headers. Must run before any handler that responds. */
export function securityHeaders(settings: Settings): RequestHandler {
  return (request, response, next) => {
    for (const [name, value] of Object.entries(securityHeaderValues(settings, identityOf(response).nonce))) {
      response.setHeader(name, value);
    }
    if (hasLoginSecret(request)) response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };
}

/** Shortens the headers of a script or stylesheet. A page loads dozens, and slow connections wait for each byte. */
export function shortenAssetHeaders(response: ServerResponse): void {
  for (const name of DOCUMENT_HEADERS) response.removeHeader(name);
  response.setHeader('Content-Security-Policy', ASSET_POLICY);
}

/** Returns whether the URL is a sign-in email's link or a provider's response, which must not appear in a Referer. */
function hasLoginSecret({ path, query }: Request): boolean {
  return /^\/login(?:\/oidc\/callback)?(\.data)?\/?$/i.test(path) && query['code'] !== undefined;
}

/** Returns the security headers. Without a nonce, no scripts can run. */
export function securityHeaderValues(
  { mode, hstsSubdomains }: Pick<Settings, 'mode' | 'hstsSubdomains'>,
  nonce: string | null,
): Record<string, string> {
  return {
    ...FIXED_HEADERS,
    'Content-Security-Policy': contentSecurityPolicy(mode, nonce),
    ...(mode === 'production'
      ? {
          'Strict-Transport-Security': `max-age=${TWO_YEARS_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}`,
        }
      : {}),
  };
}

/** Returns the policy. In development, Vite adds inline styles and uses a WebSocket. */
function contentSecurityPolicy(mode: Settings['mode'], nonce: string | null): string {
  const isDevelopment = mode === 'development';
  const ownStyles = nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`;
  return [
    "default-src 'self'",
    nonce === null ? "script-src 'none'" : `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : ownStyles,
    "img-src 'self' data:",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}
