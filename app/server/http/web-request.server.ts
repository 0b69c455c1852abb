import type { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@remix-run/node';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { AwaitClient } from './admission.server.ts';
import { clientDisconnected } from '#app/server/http-errors.ts';

/** Set by proxies or the connection, and replaced below. */
const HEADERS_OF_THE_CONNECTION = new Set(['host', 'x-forwarded-host']);

/** Converts a request; the URL always has our own origin, not Host's. Aborts when the client disconnects. */
export function webRequest(
  request: ExpressRequest,
  response: ExpressResponse,
  appUrl: string,
  awaitClient: AwaitClient = (client) => client,
): Request {
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
    ...(hasBody ? { body: unreadBody(request, awaitClient), duplex: 'half' } : {}),
  });
}

/**
 * Reads the body on demand: the HTTP server discards an unread body, but a partly read one would block the next
 * request.
 */
function unreadBody(source: Readable, awaitClient: AwaitClient): ReadableStream<Uint8Array> {
  let begun: ReadableStreamDefaultReader<Uint8Array> | null = null;
  const begin = () => {
    if (source.destroyed) throw clientDisconnected();
    return createReadableStreamFromReadable(source).getReader();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        begun ??= begin();
        const { done, value } = await awaitClient(begun.read()).catch(() => {
          throw clientDisconnected();
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => begun?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
