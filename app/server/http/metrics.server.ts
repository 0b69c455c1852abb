import express, { type Express, type RequestHandler, type Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ServerBuild } from '@remix-run/node';
import type { Log } from '#app/config/log.server.ts';
import type { ApplicationFigures } from '#app/server/application.server.ts';
import { hasBearerToken } from '#app/server/bearer-token.ts';
import { METHODS } from '#app/server/http-errors.ts';
import { refusedKindOf, REQUEST_KINDS } from './admission.server.ts';
import { type MatchedRoute, pathnameOfScreen, routeMatcher } from './route-matching.server.ts';

/** The version that is running. */
export interface BuildVersion {
  readonly version: string;
  /** The Git commit; '' if it's unknown. */
  readonly commit: string;
}

export interface MetricsParts {
  readonly log: Log;
  /** Required as a bearer token if it isn't null. */
  readonly token: string | null;
  readonly build: BuildVersion;
  /** Read for each scrape. */
  readonly figures: () => Promise<ApplicationFigures>;
  /** The routes whose templates stand for requests; null in a worker. */
  readonly routes: Pick<ServerBuild, 'routes'> | null;
}

export interface Metrics {
  /** Counts and times requests. */
  readonly observe: RequestHandler;
  /** Responds with all metrics in Prometheus's text format, or with 401 without the token. */
  readonly respond: RequestHandler;
  /** Stops collecting. */
  readonly stop: () => void;
}

/** Seconds. Targets of pages and calls are below 0.3 s, and requests end after 60 s. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60];
const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/metrics']);

/** Collects metrics of this process. Labels are route templates, methods, and states, never anything of a person. */
export function createMetrics({ log, token, build, figures, routes }: MetricsParts): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    ...{ name: 'laurel_http_requests_total', help: 'Requests by route template, method, and status.' },
    ...{ labelNames: ['method', 'route', 'status'] as const, registers },
  });
  const durations = new Histogram({
    ...{ name: 'laurel_http_request_duration_seconds', help: 'Time until the response was sent.' },
    ...{ labelNames: ['method', 'route'] as const, buckets: BUCKETS, registers },
  });
  const refused = new Counter({
    ...{ name: 'laurel_http_requests_refused_total', help: 'Requests refused because the server was busy.' },
    ...{ labelNames: ['kind'] as const, registers },
  });
  for (const kind of REQUEST_KINDS) refused.inc({ kind }, 0);
  const exportsRunning = new Gauge({
    ...{ name: 'laurel_exports_running', help: 'Downloads in progress.', registers },
  });
  new Gauge({
    ...{ name: 'laurel_build_info', help: 'The version that is running, as labels.', registers },
    labelNames: ['version', 'commit'] as const,
  }).set({ ...build }, 1);
  const setFigures = figureGauges(registers);
  const matchRoute = routes === null ? () => null : routeMatcher(routes);

  return {
    observe: (request, response, next) => {
      const startedAt = process.hrtime.bigint();
      // A router changes the path while it serves a file.
      const { path } = request;
      const ended = trackExport(response, exportsRunning);
      response.once('close', () => {
        ended();
        const method = METHODS.includes(request.method) ? request.method : 'other';
        const route = routeLabel(path, response.statusCode, matchRoute);
        const status = response.headersSent ? String(response.statusCode) : 'aborted';
        requests.inc({ method, route, status });
        const kind = refusedKindOf(response);
        if (kind !== undefined) refused.inc({ kind });
        durations.observe({ method, route }, Number(process.hrtime.bigint() - startedAt) / 1e9);
      });
      next();
    },
    respond: (request, response) => {
      response.set('Cache-Control', 'no-store');
      if (token !== null && !hasBearerToken(request.get('Authorization'), token)) {
        response.status(401).set('WWW-Authenticate', 'Bearer').type('text/plain').send('Unauthorized\n');
        return;
      }
      const sendMetrics = async () => {
        setFigures(await figures());
        response.type(register.contentType).send(await register.metrics());
      };
      sendMetrics().catch((error: unknown) => {
        log.error({ err: error }, "metrics couldn't be collected");
        response.status(500).type('text/plain').send('Something went wrong\n');
      });
    },
    stop: () => register.clear(),
  };
}

/** Serves only /metrics, for a port of its own. */
export function createMetricsApp({ respond }: Metrics): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/metrics', respond);
  app.use((_request, response) => {
    response.status(404).type('text/plain').send("There's nothing here.\n");
  });
  return app;
}

function figureGauges(registers: Registry[]): (figures: ApplicationFigures) => void {
  const gauge = (name: string, help: string) => new Gauge({ name: `laurel_${name}`, help, registers });
  const connections = new Gauge({
    ...{ name: 'laurel_db_pool_connections', help: 'Database connections of this process.', registers },
    labelNames: ['state'] as const,
  });
  const poolMax = gauge(
    'db_pool_connections_max',
    'The maximum number of database connections of this process.',
  );
  const waiting = gauge('db_pool_waiting', 'Tasks of this process waiting for a database connection.');
  const isUp = gauge('database_up', '1 if the database responded to this scrape, otherwise 0.');
  const emails = new Gauge({
    ...{ name: 'laurel_outbox_emails', help: 'Emails in the outbox by state.', registers },
    labelNames: ['state'] as const,
  });
  const oldest = gauge(
    'outbox_oldest_due_seconds',
    'How long the oldest due email has waited; 0 if none is due.',
  );
  const backup = gauge('last_backup_timestamp_seconds', 'When the last backup began; 0 if there was none.');
  const purge = gauge('last_purge_timestamp_seconds', "When students' data was last purged; 0 if never.");
  const reminders = gauge(
    'last_reminder_run_timestamp_seconds',
    "When this process last checked for due reminders; 0 if it doesn't check.",
  );
  return ({ pool, remindersRanAt, installation, now }) => {
    connections.set({ state: 'used' }, pool.used);
    connections.set({ state: 'free' }, pool.free);
    poolMax.set(pool.max);
    waiting.set(pool.waiting);
    reminders.set(seconds(remindersRanAt));
    isUp.set(installation === null ? 0 : 1);
    if (installation === null) {
      emails.reset();
      for (const unknown of [oldest, backup, purge]) unknown.remove();
      return;
    }
    for (const [state, count] of Object.entries(installation.emails)) {
      emails.set({ state: state.toLowerCase() }, count);
    }
    const since = installation.oldestDueSince;
    oldest.set(since === null ? 0 : Math.max(0, seconds(now) - Date.parse(since) / 1000));
    backup.set(seconds(installation.lastBackupAt));
    purge.set(seconds(installation.lastPurgeAt));
  };
}

function seconds(at: Date | null): number {
  return at === null ? 0 : at.getTime() / 1000;
}

/** Counts a response as a running export from its headers until the returned function is called. */
function trackExport(response: Response, running: Gauge): () => void {
  let isExport = false;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = ((...args: unknown[]) => {
    const written = writeHead(...args);
    if (!isExport && String(response.getHeader('Content-Disposition')).startsWith('attachment')) {
      isExport = true;
      running.inc();
    }
    return written;
  }) as typeof response.writeHead;
  return () => {
    if (isExport) running.dec();
  };
}

/** Returns a label with no part of a typed path: a route's template, or the kind of what isn't a route. */
function routeLabel(
  path: string,
  statusCode: number,
  matchRoute: (pathname: string) => MatchedRoute | null,
): string {
  if (HEALTH_PATHS.has(path)) return path;
  if (path.startsWith('/assets/')) return '/assets/*';
  const template = matchRoute(decoded(pathnameOfScreen(path)))?.template;
  if (template !== undefined && !template.endsWith('*')) return template;
  return statusCode < 400 ? 'file' : 'none';
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return '/';
  }
}
