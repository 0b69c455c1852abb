import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import urlMap from '#app/routes.ts';
import { isRecord } from '#app/lib/records.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import { restCallsAt } from '#app/server/openapi/rest-calls.ts';

type Serve = (args: LoaderFunctionArgs | ActionFunctionArgs) => Promise<Response> | Response;

/** A REST route: its pattern ('api/users/:id') and its file, relative to app/. */
export interface RestPath {
  readonly path: string;
  readonly file: string;
}

const APP_FOLDER = path.resolve(import.meta.dirname, '../../app');
const API_FOLDER = 'routes/api/';
/** Calls of the screens' scripts, which are served like REST but aren't part of the API. */
const SCREEN_CALLS = ['routes/web/designate/editing.ts'];

/** Returns the REST routes of the URL map, in order. */
export function restPaths(): RestPath[] {
  return pathsOf((file) => file.startsWith(API_FOLDER));
}

function pathsOf(isConfirmed: (file: string) => boolean): RestPath[] {
  return urlMap
    .filter(({ file }) => isConfirmed(file))
    .map((entry) => ({ path: entry.path ?? '', file: entry.file }));
}

/** Returns whether a route's file exists. */
export function isWritten(file: string): boolean {
  return existsSync(path.join(APP_FOLDER, file));
}

/**
 * Imports a route's module.
 *
 * @throws {Error} when the file doesn't exist or isn't a module
 */
export async function importRoute(file: string): Promise<Record<string, unknown>> {
  if (!isWritten(file)) {
    throw new Error(`app/routes.ts names app/${file}, but the file does not exist.`);
  }
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(path.join(APP_FOLDER, file)).href);
  if (!isRecord(module)) throw new Error(`app/${file} is not a module.`);
  return module;
}

let restCalls: Promise<RestCall[]> | undefined;

/** Returns every REST call, as the server passes them to its routes. */
export function allRestCalls(): Promise<readonly RestCall[]> {
  restCalls ??= Promise.all(
    restPaths()
      .filter(({ path }) => path !== 'api/*')
      .map(async ({ path, file }) => restCallsAt(path, (await importRoute(file))['loader'])),
  ).then((calls) => calls.flat());
  return restCalls;
}

/** Returns the REST routes like Remix's compiler passes them on, but loads modules on first use. */
export function restBuild(onError: (error: unknown) => void): ServerBuild {
  const routes: ServerBuild['routes'] = {};
  for (const entry of [...restPaths(), ...pathsOf((file) => SCREEN_CALLS.includes(file))]) {
    routes[entry.file] = {
      id: entry.file,
      path: entry.path,
      module: {
        default: undefined,
        loader: (args: LoaderFunctionArgs) => serve(entry.file, 'loader', args),
        action: (args: ActionFunctionArgs) => serve(entry.file, 'action', args),
      },
    };
  }
  return buildOf(routes, {
    default: () => new Response('This build has no screens.', { status: 500 }),
    handleError: onError,
  });
}

/** Returns a production build of these routes without browser assets. */
export function buildOf(routes: ServerBuild['routes'], entry: ServerBuild['entry']['module']): ServerBuild {
  return {
    mode: 'production',
    entry: { module: entry },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
    },
    isSpaMode: false,
  };
}

async function serve(
  file: string,
  name: 'loader' | 'action',
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<Response> {
  const exported = (await importRoute(file))[name];
  if (typeof exported !== 'function') throw new Error(`app/${file} exports no ${name}.`);
  return (exported as Serve)(args);
}
