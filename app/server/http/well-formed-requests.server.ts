import type { RequestHandler } from 'express';
import { HttpError, methodNotAllowed } from '#app/server/http-errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Turns away what no route could make sense of, so that everything behind may trust method and path. */
export const onlyWellFormed: RequestHandler = (request, _response, next) => {
  if (!METHODS.includes(request.method)) throw methodNotAllowed(request.method, METHODS);
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new HttpError(400, 'The request has no host.');
  }
  if (!isReadable(request.originalUrl)) throw new HttpError(400, 'The address isn’t well-formed.');
  if (isOldDataRequest(request.originalUrl)) {
    throw new HttpError(400, `The address must not have the parameter ${OLD_DATA_PARAMETER}.`);
  }
  next();
};

/** By this parameter Remix would hand out a single route's data, past its screen. None of our pages asks that way. */
const OLD_DATA_PARAMETER = '_data';

function isOldDataRequest(target: string): boolean {
  const query = target.indexOf('?');
  return query !== -1 && new URLSearchParams(target.slice(query)).has(OLD_DATA_PARAMETER);
}

/** No text of ours holds a NUL, and PostgreSQL stores none. */
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
