import { createReadableStreamFromReadable } from '@remix-run/node';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';

/** Written by the connection, not by the request's author, and already accounted for. */
const HEADERS_OF_THE_CONNECTION = new Set(['host', 'x-forwarded-host']);

/**
 * The request as Remix takes it. Its address is always the application's own, whatever a proxy or a caller wrote into
 * Host, so that nothing can be built from a foreign name. Its signal aborts when the caller goes away.
 */
export function webRequest(request: ExpressRequest, response: ExpressResponse, appUrl: string): Request {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  const { origin, host } = new URL(appUrl);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HEADERS_OF_THE_CONNECTION.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  headers.set('Host', host);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return new Request(`${origin}${request.originalUrl}`, {
    method: request.method,
    headers,
    signal: leaving.signal,
    ...(hasBody ? { body: createReadableStreamFromReadable(request), duplex: 'half' } : {}),
  });
}
