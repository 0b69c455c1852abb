import type { RequestHandler } from 'express';
import { HttpError, methodNotAllowed } from '#app/server/http-errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Rejects malformed requests, so that later handlers can rely on the method and path. */
export const onlyWellFormed: RequestHandler = (request, _response, next) => {
  if (!METHODS.includes(request.method)) throw methodNotAllowed(request.method, METHODS);
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new HttpError(400, 'The request has no host.');
  }
  if (!isReadable(request.originalUrl)) throw new HttpError(400, "The address isn't well-formed.");
  if (isOldDataRequest(request.originalUrl)) {
    throw new HttpError(400, `The address must not have the parameter ${OLD_DATA_PARAMETER}.`);
  }
  next();
};

/** With this parameter Remix would return a single route's data without its screen. Our pages never use it. */
const OLD_DATA_PARAMETER = '_data';

function isOldDataRequest(target: string): boolean {
  const query = target.indexOf('?');
  return query !== -1 && new URLSearchParams(target.slice(query)).has(OLD_DATA_PARAMETER);
}

/** PostgreSQL can't store NUL in texts. */
const NUL = '%00';

function isReadable(target: string): boolean {
  if (!target.startsWith('/') || target.includes(NUL)) return false;
  try {
    decodeURIComponent(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
