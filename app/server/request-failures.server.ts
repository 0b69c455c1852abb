import { type ErrorAnswer, errorAnswer } from './error-responses.ts';
import type { ApplicationParts, LoadContext } from './load-context.server.ts';

/** A request and what it came with, as loaders and actions are handed them. */
export interface FailedRequest {
  readonly request: Pick<Request, 'method' | 'url'>;
  readonly context: Pick<LoadContext, 'requestId'> & { readonly application: Pick<ApplicationParts, 'log'> };
}

const UNAVAILABLE = 503;

/** What was logged of a request: its loaders share what they wait for, and fail of it together. */
const logged = new WeakMap<FailedRequest['context'], Set<unknown>>();

/** The response to an error. Internal errors are logged with their cause, an unavailable database once per request. */
export function failureAnswer(error: unknown, { request, context }: FailedRequest): ErrorAnswer {
  const answer = errorAnswer(error, context.requestId);
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

/** '/login/create/ada%40example.org' becomes '/login/create/:email'; '@me' stays. */
export function withoutEmails(path: string): string {
  return path
    .split('/')
    .map((segment) => (/.(@|%40)/i.test(segment) ? ':email' : segment))
    .join('/');
}
