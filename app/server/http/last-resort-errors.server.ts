import type { ErrorRequestHandler } from 'express';
import type { Log } from '#app/config/log.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { errorAnswer } from '#app/server/error-responses.ts';
import { HttpError } from '#app/server/http-errors.ts';
import { withoutEmails } from '#app/server/request-failures.server.ts';
import { identityOf } from './request-identity.server.ts';

/** Responds to errors outside of routes: the usual error body as JSON under /api, a plain sentence elsewhere. */
export function lastResortErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId } = identityOf(response);
    const answer = errorAnswer(asHttpError(error), requestId);
    if (answer.isServerError) {
      const { method, path } = request;
      log.error({ err: error, requestId, method, path: withoutEmails(path) }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(answer.status).set({ 'Cache-Control': 'no-store', ...answer.headers });
    if (/^\/api(\/|$)/i.test(request.path)) response.json(answer.body);
    else
      response
        .type('text/plain')
        .send(`${answer.body.message}\n${answer.isServerError ? `${requestId}\n` : ''}`);
  };
}

/** Express sets `status` on its errors. Their messages are too technical to show. */
function asHttpError(error: unknown): unknown {
  if (error instanceof HttpError || !isRecord(error)) return error;
  const { status } = error;
  if (status === 404) return new HttpError(404, "There's nothing here.");
  if (typeof status !== 'number' || status < 400 || status > 499) return error;
  return new HttpError(status, "The request can't be understood.");
}
