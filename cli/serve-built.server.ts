import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '#app/config/env.server.ts';
import { createHttpApp } from '#app/server/http/http-app.server.ts';
import { logEventLoopDelay } from '#app/server/http/event-loop-delay.server.ts';
import { runUntilAsked } from '#app/server/http/graceful-shutdown.server.ts';
import { listen } from '#app/server/http/listening-server.server.ts';
import { staticFiles } from '#app/server/http/static-files.server.ts';
import { openMetrics } from './open-metrics.server.ts';
import { buildVersion, versionName } from './project-root.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import type { openApplication } from '#app/server/application.server.ts';
import { CommandFailure } from './command-failure.ts';

export interface ServeOptions {
  readonly root: string;
  readonly settings: Settings;
  readonly onListening?: () => void;
}

/** Serves the build until the process is asked to stop. Returns the exit code. */
export async function serveBuilt({ root, settings, onListening }: ServeOptions): Promise<number> {
  const build = await loadBuild(root);
  const application = await build.entry.module.openApplication(settings);
  const { log } = application;
  const closeAll: (() => Promise<void>)[] = [application.close];
  const closing = async () => {
    for (const close of closeAll) await close();
  };
  const failing = async (error: unknown): Promise<never> => {
    await closing();
    throw error;
  };
  const opened = await openMetrics(settings, application, build).catch(failing);
  closeAll.unshift(opened.close);
  const app = createHttpApp({
    settings,
    log,
    version: buildVersion(),
    metrics: opened.metrics,
    served: () => Promise.resolve({ build, application }),
    files: staticFiles(path.join(root, 'build/client')),
  });
  const server = await listen(app, settings).catch(failing);
  closeAll.unshift(() => server.close());
  log.info(
    { host: settings.host, port: settings.port, mode: settings.mode, version: versionName() },
    'listening',
  );
  onListening?.();
  const endDelayLog = logEventLoopDelay(log);
  void application.logReadiness();
  void application.warmUp();
  return runUntilAsked({
    log,
    drain: async () => {
      application.announceEnd();
      server.endKeptConnections();
      log.info({ seconds: settings.drainSeconds }, 'draining: /readyz returns 503');
      await sleep(settings.drainSeconds * 1000);
    },
    close: async () => {
      endDelayLog();
      await closing();
    },
    exit: (code) => process.exit(code),
  });
}

/** Remix's server bundle. Its entry also exports `openApplication`, so both share one module graph. */
export interface LaurelBuild extends ServerBuild {
  readonly entry: {
    readonly module: ServerBuild['entry']['module'] & { readonly openApplication: typeof openApplication };
  };
}

/** @throws {CommandFailure} when build/server doesn't exist */
async function loadBuild(root: string): Promise<LaurelBuild> {
  const file = path.join(root, 'build/server/index.js');
  if (!existsSync(file)) throw new CommandFailure("Laurel isn't built yet. Run `npm run build` first.");
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as LaurelBuild;
}
