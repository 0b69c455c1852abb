import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Response as ExpressResponse } from 'express';
import type { AwaitClient } from './admission.server.ts';
import { DATABASE_RETRY_SECONDS } from '#app/server/error-responses.ts';

/** These may occur several times in a response. Other headers replace earlier values. */
const ADDED_HEADERS = new Set(['set-cookie', 'vary']);

/** How long to accept the rest of an oversized body after refusing it. */
const TIMEOUT_MS = 10_000;

/** Headers that a status requires. Set here, because Remix renders a screen's error without its headers. */
const OWED_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  503: { 'Retry-After': String(DATABASE_RETRY_SECONDS) },
};

/** Sends Remix's response at the client's pace to use little memory. Cancels the body when the client disconnects. */
export async function sendWebResponse(
  webResponse: Response,
  response: ExpressResponse,
  awaitClient: AwaitClient = (client) => client,
): Promise<void> {
  response.status(webResponse.status);
  for (const [name, value] of webResponse.headers) {
    if (ADDED_HEADERS.has(name)) response.append(name, value);
    else response.setHeader(name, value);
  }
  if (!webResponse.headers.has('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(OWED_HEADERS[webResponse.status] ?? {})) {
    if (!webResponse.headers.has(name)) response.setHeader(name, value);
  }
  const isUnread = webResponse.status === 413;
  if (isUnread) response.setHeader('Connection', 'close');
  if (webResponse.body !== null) await sendBody(webResponse.body, response, awaitClient);
  if (isUnread) await drainBody(response.req);
  response.end();
}

/** Lets the client finish sending an oversized body for a while, because a reset would lose the response. */
async function drainBody(request: Readable): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  request.removeAllListeners('data');
  request.resume();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  await finished(request, { signal: timeout, writable: false }).catch(() => undefined);
}

async function sendBody(
  body: ReadableStream<Uint8Array>,
  response: ExpressResponse,
  awaitClient: AwaitClient,
): Promise<void> {
  const reader = body.getReader();
  const client = watchClient(response, () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || client.isDisconnected()) return;
    const hasRoom = response.write(value);
    response.flush();
    if (!hasRoom) await awaitClient(client.untilDrained());
  }
}

function watchClient(response: ExpressResponse, onDisconnect: () => void) {
  let isDisconnected = response.destroyed;
  let resume = () => {};
  response.on('drain', () => resume());
  response.once('close', () => {
    isDisconnected = true;
    onDisconnect();
    resume();
  });
  return {
    isDisconnected: () => isDisconnected,
    untilDrained: () =>
      isDisconnected ? Promise.resolve() : new Promise<void>((resolve) => (resume = resolve)),
  };
}
