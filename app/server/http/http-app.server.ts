import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { accessLog } from './access-log.server.ts';
import { devMailbox } from './dev-mailbox.server.ts';
import { healthChecks } from './health-checks.server.ts';
import { lastResortErrors } from './last-resort-errors.server.ts';
import { remixRequests, type Served } from './remix-requests.server.ts';
import { identifyRequest } from './request-identity.server.ts';
import { securityHeaders } from './security-headers.server.ts';
import { onlyWellFormed } from './well-formed-requests.server.ts';

export interface HttpAppParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly served: () => Promise<Served>;
  readonly files: RequestHandler;
}

/** The HTTP middleware in order. Security headers come before anything that can respond. */
export function createHttpApp({ settings, log, served, files }: HttpAppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(identifyRequest);
  app.use(securityHeaders(settings));
  app.use(accessLog(log));
  app.use(onlyWellFormed);
  app.use(healthChecks(async () => (await served()).application.isReady()));
  app.use(compression({ filter: isCompressed }));
  app.use(files);
  if (settings.mode !== 'production') app.use('/dev/mailbox', devMailbox(settings));
  app.use(remixRequests(served));
  app.use(lastResortErrors(log));
  return app;
}

/** Downloads aren't compressed, so that their first line isn't delayed until a buffer is full. */
const isCompressed: compression.CompressionFilter = (request, response) =>
  !String(response.getHeader('Content-Type')).startsWith('text/csv') && compression.filter(request, response);
