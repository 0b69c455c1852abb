import path from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Express } from 'express';
import type { Settings } from '#app/config/env.server.ts';
import { buildVersion } from '#app/config/project-root.server.ts';
import type { Application, openApplication } from '#app/server/application.server.ts';
import { logEventLoopDelay } from './event-loop-delay.server.ts';
import { createHttpApp, type HttpAppParts } from './http-app.server.ts';
import { openMetrics } from './open-metrics.server.ts';
import { staticFiles } from './static-files.server.ts';

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
