import type { RequestHandler } from 'express';
import type { Log } from '#app/config/log.server.ts';
import { withoutEmails } from '#app/server/request-failures.server.ts';
import { identityOf, notedUser } from './request-identity.server.ts';

const QUIET_PATHS = /^\/(assets\/|healthz$|readyz$)/;

/** Logs a line per request. Leaves out queries, client addresses, and emails in paths, because they identify people. */
export function accessLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    const { method, path } = request;
    response.once('close', () => {
      const userId = notedUser(response);
      const entry = {
        requestId: identityOf(response).requestId,
        ...(userId === undefined ? {} : { userId }),
        method,
        path: withoutEmails(path),
        // No status if the client left before the response started.
        ...(response.headersSent ? { status: response.statusCode } : {}),
        ms: Math.round(Number(process.hrtime.bigint() - startedAt) / 1e5) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      };
      if (QUIET_PATHS.test(path)) log.debug(entry, 'request');
      else log.info(entry, 'request');
    });
    next();
  };
}
