import type { Request, RequestHandler } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import { identityOf } from './request-identity.server.ts';

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60;

/**
 * Headers of every response, including files and errors. `same-origin` is the strictest referrer policy with which
 * browsers still send our forms' Origin, which the cross-site check needs.
 */
const FIXED_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'X-Frame-Options': 'DENY',
} as const;

/** Sets the security headers before anything can answer. */
export function securityHeaders(settings: Settings): RequestHandler {
  return (request, response, next) => {
    for (const [name, value] of Object.entries(securityHeaderValues(settings, identityOf(response).nonce))) {
      response.setHeader(name, value);
    }
    if (hasLoginLink(request)) response.setHeader('Referrer-Policy', 'no-referrer');
    next();
  };
}

/** The link of a sign-in email has a secret in its address: nothing that is loaded from there may learn it. */
function hasLoginLink({ path, query }: Request): boolean {
  return /^\/login(\.data)?\/?$/i.test(path) && query['code'] !== undefined;
}

/** The values for one answer; without a nonce no script may run at all. */
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

/** In development Vite puts styles into the page itself and talks to it over a web socket. */
function contentSecurityPolicy(mode: Settings['mode'], nonce: string | null): string {
  const isDevelopment = mode === 'development';
  return [
    "default-src 'self'",
    nonce === null ? "script-src 'none'" : `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');
}
