import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** What sets one request apart; the id stands in the log, in the header X-Request-Id and in answers to failures inside. */
export interface RequestIdentity {
  readonly requestId: string;
  /** For the inline scripts of this answer, in its Content-Security-Policy. */
  readonly nonce: string;
}

const NONCE_BYTES = 16;
const identities = new WeakMap<Response, RequestIdentity>();
const users = new WeakMap<Response, string>();

/** Gives every request its identity; the first of all handlers. */
export const identifyRequest: RequestHandler = (_request, response, next) => {
  const identity = { requestId: randomUUID(), nonce: randomBytes(NONCE_BYTES).toString('base64') };
  identities.set(response, identity);
  response.setHeader('X-Request-Id', identity.requestId);
  next();
};

export function identityOf(response: Response): RequestIdentity {
  const identity = identities.get(response);
  if (identity === undefined) throw new Error('The request was not identified: identifyRequest comes first.');
  return identity;
}

/** Notes whose session the request came with, once that is known, for its line in the log. */
export function noteUser(response: Response, userId: string): void {
  users.set(response, userId);
}

export function notedUser(response: Response): string | undefined {
  return users.get(response);
}
