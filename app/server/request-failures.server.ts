import { type ErrorResponse, mapError } from './error-responses.ts';
import type { ApplicationParts, LoadContext } from './load-context.server.ts';

/** The parts of a loader's or action's arguments that an error response needs. */
export interface FailedRequest {
  readonly request: Pick<Request, 'method' | 'url'>;
  readonly context: Pick<LoadContext, 'requestId'> & { readonly application: Pick<ApplicationParts, 'log'> };
}

const UNAVAILABLE = 503;

/** Errors logged per request, because its loaders often fail for the same reason. */
const logged = new WeakMap<FailedRequest['context'], Set<unknown>>();

/** Returns the response to an error. Logs internal errors, but an outage of the database once per request. */
export function mapAndLogError(error: unknown, { request, context }: FailedRequest): ErrorResponse {
  const response = mapError(error, context.requestId);
  if (!response.isServerError) return response;
  const known = logged.get(context) ?? new Set();
  logged.set(context, known);
  const cause = response.status === UNAVAILABLE ? UNAVAILABLE : error;
  if (known.has(cause)) return response;
  known.add(cause);
  const { requestId, application } = context;
  const path = withoutEmails(new URL(request.url).pathname);
  application.log.error(
    { err: error, requestId, method: request.method, path, status: response.status },
    'request failed',
  );
  return response;
}

/** Returns '/login/create/:email' for '/login/create/ada%40example.org'. '@me' isn't changed. */
export function withoutEmails(path: string): string {
  return path
    .split('/')
    .map((segment) => (/.(@|%40)/i.test(segment) ? ':email' : segment))
    .join('/');
}
