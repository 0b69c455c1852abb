import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RequestHandler, Response } from 'express';
import { getRemixServeSettings, type Settings, SettingsError } from '#app/config/env.server.ts';
import { nameServerSessions } from '#app/config/process-environment.server.ts';
import { loadSettingsFile, projectRoot, versionName } from '#app/config/project-root.server.ts';
import { runUntilShutdown } from './graceful-shutdown.server.ts';
import { ListenError } from './listening-server.server.ts';
import { type LaurelBuild, openServedApp, type StaticFolder } from './served-app.server.ts';

/** No request is for this folder: Laurel serves its files, with the same headers as under `laurel serve`. */
const NO_FILES: StaticFolder = { publicPath: '/.remix-serve', assetsBuildDirectory: 'build/no-files' };

/** What `remix-serve` in node_modules/.bin leads to. */
const REMIX_SERVE = /[\\/]@remix-run[\\/]serve[\\/]dist[\\/]cli\.js$/;

/** A package that remix-serve uses, which it has loaded before the build. */
interface UsedPackages {
  readonly '@remix-run/express': { createRequestHandler: () => RequestHandler };
  readonly morgan: { format(name: string, line: () => undefined): void };
}

type Used = <Name extends keyof UsedPackages>(name: Name) => UsedPackages[Name];

/**
 * Lets remix-serve serve Laurel's own HTTP handlers, if it runs this process. It has no load context and no hooks, so this
 * replaces the function that it calls next to create its handler.
 */
export async function openUnderRemixServe(build: LaurelBuild): Promise<StaticFolder> {
  const used = packagesOfRemixServe();
  if (used === null) return build;
  try {
    const handler = await openHandler(build);
    used('@remix-run/express').createRequestHandler = () => handler;
    // Its lines would have each URL's query, such as the code of a sign-in link. Laurel logs the requests.
    used('morgan').format('tiny', () => undefined);
    return NO_FILES;
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof ListenError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns how to get the packages of the remix-serve that runs this process; null if something else runs it. */
function packagesOfRemixServe(): Used | null {
  const [, script] = process.argv;
  if (script === undefined) return null;
  const file = realpathSync(script);
  return REMIX_SERVE.test(file) ? (createRequire(file) as Used) : null;
}

/** Opens everything but the port, and closes it on SIGTERM, at which remix-serve closes the port. */
async function openHandler(build: LaurelBuild): Promise<RequestHandler> {
  const root = projectRoot();
  const settings = readSettings(root);
  nameServerSessions(settings);
  const { app, application, begin, close } = await openServedApp({
    root,
    settings,
    build,
    compresses: false,
  });
  const { log } = application;
  const responses = trackResponses();
  const exit = (code: number) => process.exit(code);
  void runUntilShutdown({
    log,
    close: async () => {
      application.announceEnd();
      await responses.end();
      await close();
    },
    exit,
  }).then(exit);
  log.info({ mode: settings.mode, version: versionName() }, 'opened by remix-serve');
  begin();
  return (request, response, next) => {
    // Clients may leave while remix-serve looks for a file.
    if (response.destroyed) return;
    responses.track(response);
    app(request, response, next);
  };
}

/** @throws {SettingsError} when a setting is missing, invalid, or not possible under remix-serve */
function readSettings(root: string): Settings {
  const unreadable = loadSettingsFile(root);
  if (unreadable !== null) throw new SettingsError(unreadable);
  const settings = getRemixServeSettings();
  if (settings.mode === 'development') {
    throw new SettingsError('remix-serve can only serve the build. Use `npm run dev`, or unset NODE_ENV.');
  }
  return settings;
}

/** Tracks responses until they have been sent, as remix-serve doesn't say when it has closed its port. */
function trackResponses() {
  const open = new Set<Response>();
  let whenDone: (() => void) | null = null;
  return {
    track: (response: Response) => {
      open.add(response);
      if (whenDone !== null) response.setHeader('Connection', 'close');
      response.once('close', () => {
        open.delete(response);
        if (open.size === 0) whenDone?.();
      });
    },
    /** Ends each connection after its next response. Resolves when no response is open. */
    end: () =>
      new Promise<void>((resolve) => {
        whenDone = resolve;
        for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
        if (open.size === 0) resolve();
      }),
  };
}
