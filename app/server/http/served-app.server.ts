import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ServerBuild } from '@remix-run/node';
import express, { type Express, type RequestHandler, Router } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import { buildVersion } from '#app/config/project-root.server.ts';
import type { Application, openApplication } from '#app/server/application.server.ts';
import { createHttpApp, type HttpAppParts } from './http-app.server.ts';
import { openMetrics } from './open-metrics.server.ts';
import { shortenAssetHeaders } from './security-headers.server.ts';

/** The files that remix-serve serves itself, with its own headers. */
export type StaticFolder = Pick<ServerBuild, 'publicPath' | 'assetsBuildDirectory'>;

/** Remix's server bundle. Its entry also exports `openApplication`, so both share one module graph. */
export interface LaurelBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & {
      readonly openApplication: typeof openApplication;
      readonly openUnderRemixServe: (build: LaurelBuild) => Promise<StaticFolder>;
    };
  };
}

export interface ServedApp {
  readonly app: Express;
  readonly application: Application;
  /** Call once the server listens: logs whether it's ready, and prepares for the first request. */
  begin(): void;
  /** Call once no request is running: closes all but the server. */
  close(): Promise<void>;
}

interface ServedAppParts extends Pick<HttpAppParts, 'compresses'> {
  /** The folder with `build/`. */
  readonly root: string;
  readonly settings: Settings;
  readonly build: LaurelBuild;
}

/**
 * Opens the application of a build with its metrics and HTTP handlers.
 *
 * @throws {ListenError} if the port of the metrics can't be used
 */
export async function openServedApp({
  root,
  settings,
  build,
  compresses,
}: ServedAppParts): Promise<ServedApp> {
  const application = await build.entry.module.openApplication(settings);
  const { log } = application;
  const opened = await openMetrics(settings, application, build).catch(async (error: unknown) => {
    await application.close();
    throw error;
  });
  let endDelayLog = () => {};
  return {
    application,
    app: createHttpApp({
      settings,
      log,
      version: buildVersion(),
      metrics: opened.metrics,
      served: () => Promise.resolve({ build, application }),
      files: staticFiles(path.join(root, 'build/client')),
      compresses,
    }),
    begin: () => {
      endDelayLog = logEventLoopDelay(log);
      void application.logReadiness();
      void application.warmUp();
    },
    close: async () => {
      endDelayLog();
      await opened.close();
      await application.close();
    },
  };
}

const SAMPLE_MS = 10;
const LOOK_MS = 1_000;
const NANOSECONDS_A_MS = 1e6;
/** Longer delays are logged. */
const LOGGED_DELAY_MS = 100;

/** Logs when work blocked the event loop. Returns a function that stops it. */
export function logEventLoopDelay(log: Log): () => void {
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  delays.enable();
  const timer = setInterval(() => {
    const ms = Math.round(delays.max / NANOSECONDS_A_MS) - SAMPLE_MS;
    delays.reset();
    if (ms > LOGGED_DELAY_MS) log.warn({ ms }, 'event loop delayed');
  }, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    delays.disable();
  };
}

/** `ignore` also covers files in dot folders, which Express 4 serves by default. SVG needs an explicit charset. */
const SERVED = {
  index: false,
  redirect: false,
  dotfiles: 'ignore',
  setHeaders: (response: ServerResponse, file: string) => {
    if (file.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8');
  },
} as const;

/** Of the compressed copies, as remix.config.js names them. */
const COPY_EXTENSION = '.br';

/** Serves the browser's files. Vite's have hashed names and never change; others are cached for 10 min. */
export function staticFiles(clientFolder: string): Router {
  const router = Router();
  const assets = path.join(clientFolder, 'assets');
  router.use(
    '/assets',
    compressedCopies(assets),
    express.static(assets, {
      ...SERVED,
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      acceptRanges: false,
      lastModified: false,
      setHeaders: shortenAssetHeaders,
    }),
  );
  const otherFiles = express.static(clientFolder, { ...SERVED, maxAge: '10m' });
  router.use((request, response, next) => {
    // Every file has an extension, and screens and calls needn't be looked for on the disk.
    if (path.extname(request.path) === '') next();
    else otherFiles(request, response, next);
  });
  return router;
}

/** Lets browsers that accept Brotli have the copies that the build compressed, which are smaller than ours would be. */
function compressedCopies(folder: string): RequestHandler {
  const copies = new Set(namesIn(folder).filter((name) => name.endsWith(COPY_EXTENSION)));
  return (request, response, next) => {
    const copy = `${request.path}${COPY_EXTENSION}`;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && copies.has(copy.slice(1)) && request.acceptsEncodings('br') === 'br') {
      response.type(path.extname(request.path));
      response.set({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' });
      request.url = copy;
    }
    next();
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
