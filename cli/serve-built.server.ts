import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Settings } from '#app/config/env.server.ts';
import { versionName } from '#app/config/project-root.server.ts';
import { runUntilShutdown } from '#app/server/http/graceful-shutdown.server.ts';
import { listen } from '#app/server/http/listening-server.server.ts';
import { type LaurelBuild, openServedApp } from '#app/server/http/served-app.server.ts';
import { CommandFailure } from './command-failure.ts';

export interface ServeOptions {
  readonly root: string;
  readonly settings: Settings;
  readonly onListening?: () => void;
}

/** Serves the build until the process is asked to stop. Returns the exit code. */
export async function serveBuilt({ root, settings, onListening }: ServeOptions): Promise<number> {
  const build = await loadBuild(root);
  const { app, application, begin, close } = await openServedApp({ root, settings, build });
  const { log } = application;
  const server = await listen(app, settings).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  log.info(
    { host: settings.host, port: settings.port, mode: settings.mode, version: versionName() },
    'listening',
  );
  onListening?.();
  begin();
  return runUntilShutdown({
    log,
    drain: async () => {
      application.announceEnd();
      server.disableKeepAlive();
      log.info({ seconds: settings.drainSeconds }, 'draining: /readyz now returns 503');
      await sleep(settings.drainSeconds * 1000);
    },
    close: async () => {
      await server.close();
      await close();
    },
    exit: (code) => process.exit(code),
  });
}

/** @throws {CommandFailure} when build/server doesn't exist */
async function loadBuild(root: string): Promise<LaurelBuild> {
  const file = path.join(root, 'build/server/app.js');
  if (!existsSync(file)) throw new CommandFailure("Laurel isn't built yet. Run `npm run build` first.");
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as LaurelBuild;
}
