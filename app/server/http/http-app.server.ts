import { constants } from 'node:zlib';
import compression from 'compression';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request as ExpressRequest,
  type RequestHandler,
  Router,
} from 'express';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { refusedKindOf } from './admission.server.ts';
import { devMailbox } from './dev-mailbox.server.ts';
import type { BuildVersion, Metrics } from './metrics.server.ts';
import { type RemixRequests, remixRequests, type Served } from './remix-requests.server.ts';
import { identifyRequest, identityOf, requestUserOf } from './request-identity.server.ts';
import { securityHeaders } from './security-headers.server.ts';
import { withoutEmails } from '#app/server/request-failures.server.ts';
import type { Readiness } from '#app/server/application.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { mapError } from '#app/server/error-responses.ts';
import { HttpError, methodNotAllowed, METHODS } from '#app/server/http-errors.ts';

export interface HttpAppParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly served: () => Promise<Served>;
  readonly files: RequestHandler;
  /** Shown by /healthz. */
  readonly version: BuildVersion;
  /** Null unless they're collected. Served at /metrics only if they require a token. */
  readonly metrics?: Pick<Metrics, 'observe' | 'respond'> | null;
  /** False if responses are compressed elsewhere. */
  readonly compresses?: boolean;
}

/** Creates the HTTP middleware in order: security headers come before anything that can respond. */
export function createHttpApp({
  settings,
  log,
  served,
  files,
  version,
  metrics = null,
  compresses = true,
}: HttpAppParts): Express {
  const app = express();
  const requests = remixRequests(served);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(identifyRequest);
  app.use(securityHeaders(settings));
  if (metrics !== null) app.use(metrics.observe);
  app.use(accessLog(log));
  if (compresses) app.use(compression({ filter: isCompressed, brotli: BROTLI }));
  app.use(onlyWellFormed(requests));
  app.use(healthChecks(version, async () => (await served()).application.isReady()));
  if (metrics !== null && settings.metricsToken !== null) app.get('/metrics', metrics.respond);
  app.use(files);
  if (settings.mode !== 'production') app.use('/dev/mailbox', devMailbox(settings));
  app.use(requests.respond);
  app.use(lastResortErrors(log));
  return app;
}

/** Smaller by a tenth than the default of 4, in the same time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Downloads aren't compressed, so that their first line isn't delayed until a buffer is full. */
const isCompressed: compression.CompressionFilter = (request, response) =>
  !String(response.getHeader('Content-Type')).startsWith('text/csv') && compression.filter(request, response);

/** Adds `/healthz`, which responds with the version if the process is alive, and `/readyz`, if it can serve, otherwise 503. */
function healthChecks(version: BuildVersion, isReady: () => Promise<Readiness>): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive', ...version });
  });
  router.get('/readyz', (_request, response, next) => {
    isReady()
      .then((readiness) => {
        response.set('Cache-Control', 'no-store').status(readiness.ready ? 200 : 503);
        response.json(
          readiness.ready ? { status: 'ready' } : { status: 'not ready', message: readiness.reason },
        );
      })
      .catch(next);
  });
  return router;
}

/** Responds to errors outside of routes: the usual error body as JSON under /api, a plain sentence elsewhere. */
function lastResortErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const { requestId } = identityOf(response);
    const { status, body, headers, isServerError } = mapError(asHttpError(error), requestId);
    if (isServerError) {
      const { method, path } = request;
      log.error({ err: error, requestId, method, path: withoutEmails(path) }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(status).set({ 'Cache-Control': 'no-store', ...headers });
    if (isCall(request.path)) response.json(body);
    else response.type('text/plain').send(`${body.message}\n${isServerError ? `${requestId}\n` : ''}`);
  };
}

/** Converts Express's errors, which have a `status` but messages too technical to show. */
function asHttpError(error: unknown): unknown {
  if (error instanceof HttpError || !isRecord(error)) return error;
  const { status } = error;
  if (status === 404) return new HttpError(404, "There's nothing here.");
  if (typeof status !== 'number' || status < 400 || status > 499) return error;
  return new HttpError(status, 'The request is malformed.');
}

/** Rejects malformed requests, so that later handlers can rely on the method and path. Pages say what is wrong. */
function onlyWellFormed({ refuse }: Pick<RemixRequests, 'refuse'>): RequestHandler {
  return (request, response, next) => {
    if (!METHODS.includes(request.method)) throw methodNotAllowed(request.method, METHODS);
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new HttpError(400, 'The request has no Host header.');
    }
    const error = urlError(request.originalUrl);
    if (error === null) next();
    else if (isForPage(request)) refuse(shownOnPage(error), request, response, next);
    else throw error;
  };
}

function shownOnPage({ status, message }: HttpError): HttpError {
  return new HttpError(status, `${message} Check the address, or start from the dashboard.`);
}

function urlError(target: string): HttpError | null {
  if (!isReadable(target)) {
    return new HttpError(400, "The URL isn't well-formed.");
  }
  if (!isOldDataRequest(target)) return null;
  return new HttpError(400, `The URL must not contain the parameter ${OLD_DATA_PARAMETER}.`);
}

/** Returns whether a browser wants to show the response. Targets that aren't paths have no page. */
function isForPage({ method, originalUrl, headers }: IncomingPage): boolean {
  return (
    method === 'GET' &&
    originalUrl.startsWith('/') &&
    !isCall(originalUrl) &&
    headers.accept?.includes('text/html') === true
  );
}

type IncomingPage = Pick<ExpressRequest, 'method' | 'originalUrl' | 'headers'>;

function isCall(path: string): boolean {
  return /^\/api(\/|$)/i.test(path);
}

/** With this parameter Remix would return a single route's data without its screen. Our pages never use it. */
const OLD_DATA_PARAMETER = '_data';

function isOldDataRequest(target: string): boolean {
  const query = target.indexOf('?');
  return query !== -1 && new URLSearchParams(target.slice(query)).has(OLD_DATA_PARAMETER);
}

/** PostgreSQL can't store NUL in text. */
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

const QUIET_PATHS = /^\/(assets\/|healthz$|readyz$|metrics$)/;

/** Logs a line per request. Omits queries, client addresses, and emails in paths, which identify people. */
function accessLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = process.hrtime.bigint();
    const { method, path } = request;
    response.once('close', () => {
      const { userId, tokenId } = requestUserOf(response) ?? {};
      const entry = {
        requestId: identityOf(response).requestId,
        ...(userId === undefined ? {} : { userId }),
        ...(tokenId === undefined ? {} : { tokenId }),
        method,
        path: withoutEmails(path),
        // No status if the client left before the response started.
        ...(response.headersSent ? { status: response.statusCode } : {}),
        ms: Math.round(Number(process.hrtime.bigint() - startedAt) / 1e5) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
        ...(refusedKindOf(response) === undefined ? {} : { refused: refusedKindOf(response) }),
      };
      if (QUIET_PATHS.test(path)) log.debug(entry, 'request');
      else log.info(entry, 'request');
    });
    next();
  };
}
