import { randomBytes, randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';

/** The ID is in the log, in X-Request-Id, and in responses to internal errors. */
export interface RequestIdentity {
  readonly requestId: string;
  /** For this response's inline scripts, in its Content-Security-Policy. */
  readonly nonce: string;
}

const NONCE_BYTES = 16;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const identities = new WeakMap<Response, RequestIdentity>();
const users = new WeakMap<Response, RequestUser>();

/** Identifies the request, so it must run first. Uses the ID from a trusted proxy, or creates one. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const requestId = namedByProxy(request) ?? randomUUID();
  const identity = { requestId, nonce: randomBytes(NONCE_BYTES).toString('base64') };
  identities.set(response, identity);
  response.setHeader('X-Request-Id', identity.requestId);
  next();
};

function namedByProxy(request: Request): string | null {
  const name = request.get('X-Request-Id');
  if (name === undefined || !REQUEST_ID.test(name)) return null;
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(request.socket.remoteAddress ?? '', 0) ? name : null;
}

export function identityOf(response: Response): RequestIdentity {
  const identity = identities.get(response);
  if (identity === undefined) throw new Error('The request has no ID yet: identifyRequest must run first.');
  return identity;
}

/** Whose session or access token a request has. */
export interface RequestUser {
  readonly userId: string;
  /** Missing for a session. */
  readonly tokenId?: string | undefined;
}

/** Records whose request it is, for its log line. */
export function setRequestUser(response: Response, user: RequestUser): void {
  users.set(response, user);
}

export function requestUserOf(response: Response): RequestUser | undefined {
  return users.get(response);
}
