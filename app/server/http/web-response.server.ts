import type { Response as ExpressResponse } from 'express';
import { DATABASE_RETRY_SECONDS } from '#app/server/error-responses.ts';

/** Several of these may stand in one answer; any other header replaces what was set before. */
const ADDED_HEADERS = new Set(['set-cookie', 'vary']);

/** What a status owes its reader, for pages too: Remix renders a screen's failure without the headers it was thrown with. */
const OWED_HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  405: { Allow: 'GET, HEAD' },
  503: { 'Retry-After': String(DATABASE_RETRY_SECONDS) },
};

/**
 * Sends what Remix answered, no faster than the caller takes it: a download of any length stands in memory by chunks
 * only. When the caller goes away the body is cancelled, which frees what it reads from.
 */
export async function sendWebResponse(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status);
  for (const [name, value] of answer.headers) {
    if (ADDED_HEADERS.has(name)) response.append(name, value);
    else response.setHeader(name, value);
  }
  if (!answer.headers.has('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(OWED_HEADERS[answer.status] ?? {})) {
    if (!answer.headers.has(name)) response.setHeader(name, value);
  }
  if (answer.body !== null) await sendBody(answer.body, response);
  response.end();
}

async function sendBody(body: ReadableStream<Uint8Array>, response: ExpressResponse): Promise<void> {
  const reader = body.getReader();
  const caller = watchCaller(response, () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || caller.isGone()) return;
    const takesMore = response.write(value);
    response.flush();
    if (!takesMore) await caller.takesMore();
  }
}

/** Whether the caller is still there, and when they take more. */
function watchCaller(response: ExpressResponse, onGone: () => void) {
  let isGone = response.destroyed;
  let goOn = () => {};
  response.on('drain', () => goOn());
  response.once('close', () => {
    isGone = true;
    onGone();
    goOn();
  });
  return {
    isGone: () => isGone,
    takesMore: () => (isGone ? Promise.resolve() : new Promise<void>((resolve) => (goOn = resolve))),
  };
}
