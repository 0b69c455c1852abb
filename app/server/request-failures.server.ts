import { type ErrorResponse, toErrorResponse } from './error-responses.ts';
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
export function failureResponse(error: unknown, { request, context }: FailedRequest): ErrorResponse {
  const answer = toErrorResponse(error, context.requestId);
  if (!answer.isServerError) return answer;
  const known = logged.get(context) ?? new Set();
  logged.set(context, known);
  const cause = answer.status === UNAVAILABLE ? UNAVAILABLE : error;
  if (known.has(cause)) return answer;
  known.add(cause);
  const { requestId, application } = context;
  const path = withoutEmails(new URL(request.url).pathname);
  application.log.error(
    { err: error, requestId, method: request.method, path, status: answer.status },
    'request failed',
  );
  return answer;
}

/** Returns '/login/create/:email' for '/login/create/ada%40example.org'. '@me' isn't changed. */
export function withoutEmails(path: string): string {
  return path
    .split('/')
    .map((segment) => (/.(@|%40)/i.test(segment) ? ':email' : segment))
    .join('/');
}
