import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { adjustEnvironment, getSettings, type Settings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { fileVariable } from '#app/config/secret-files.server.ts';
import type { Application } from '#app/server/application.server.ts';
import { runUntilShutdown } from '#app/server/http/graceful-shutdown.server.ts';
import { createHttpApp } from '#app/server/http/http-app.server.ts';
import { listen } from '#app/server/http/listening-server.server.ts';
import type { Served } from '#app/server/http/remix-requests.server.ts';
import type { LaurelBuild } from '#app/server/http/served-app.server.ts';
import { startDemoDatabase, welcome } from '#cli/demo-database.server.ts';
import { print } from '#cli/command-output.ts';
import { buildVersion, projectRoot } from '#app/config/project-root.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import type { EmbeddedPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';

/** Requests in progress during a reload may still use the old application. */
const OLD_APPLICATION_MS = 5_000;

/** `npm run dev`: serves the sources with hot reload, with DATABASE_URL or the demo database under `.data/`. */
export async function dev(): Promise<number> {
  const root = projectRoot();
  const database = await chooseDatabase(root);
  const settings = getSettings();
  const log = createLog(settings.logLevel);
  const vite = await createServer({
    root,
    configFile: path.join(root, 'remix.config.js'),
    server: { middlewareMode: true },
  });
  const sources = watchedSources(vite, settings);
  try {
    await migrateUp(settings.databaseUrl);
    const app = createHttpApp({
      ...{ settings, log, served: sources.served },
      files: vite.middlewares,
      version: buildVersion(),
    });
    const server = await listen(app, settings);
    print(welcome(settings.appUrl, 'Press Ctrl-C to stop.'));
    return await runUntilShutdown({ log, close: () => server.close(), exit: (code) => process.exit(code) });
  } finally {
    await sources.close();
    await vite.close();
    await database?.stop();
  }
}

async function chooseDatabase(root: string): Promise<EmbeddedPostgres | undefined> {
  if (chooseSettings().isNamed) return undefined;
  const database = await startDemoDatabase(root);
  adjustEnvironment(() => ({ DATABASE_URL: database.url() }));
  return database;
}

/** Sets development defaults, and returns whether DATABASE_URL is set. */
function chooseSettings(): { isNamed: boolean } {
  const named: string[] = [];
  adjustEnvironment((environment) => {
    named.push(environment['DATABASE_URL'] ?? '', environment[fileVariable('DATABASE_URL')] ?? '');
    return {
      NODE_ENV: 'development',
      APP_URL: environment['APP_URL'] || `http://localhost:${environment['PORT'] || '3000'}`,
      LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
    };
  });
  return { isNamed: named.some((url) => url !== '') };
}

/** Loads the build for each request. Changed server sources redefine the entities and so need a new application. */
function watchedSources(vite: ViteDevServer, settings: Settings) {
  let opened: { by: unknown; application: Promise<Application> } | undefined;
  const served = async (): Promise<Served> => {
    const build = (await vite.ssrLoadModule('virtual:remix/server-build')) as LaurelBuild;
    const { openApplication } = build.entry.module;
    if (opened?.by !== openApplication) {
      const before = opened;
      opened = { by: openApplication, application: openApplication(settings) };
      setTimeout(() => void before?.application.then((old) => old.close()), OLD_APPLICATION_MS).unref();
    }
    return { build, application: await opened.application };
  };
  return { served, close: async () => (await opened?.application)?.close() };
}
