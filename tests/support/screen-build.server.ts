import type { EntryContext, ServerBuild } from '@remix-run/node';
import urlMap from '#app/routes.ts';
import { buildOf, importRoute } from '#tests/support/rest-build.server.ts';

type Entry = (typeof urlMap)[number];
type Routes = ServerBuild['routes'];

/** A route of the URL map with a screen or a call of its scripts. */
export interface ScreenRoute {
  readonly id: string;
  /** For example '/users/:id'. '/*' is the catch-all route. */
  readonly pattern: string;
  /** Relative to app/. */
  readonly file: string;
  readonly module: Readonly<Record<string, unknown>>;
}

/** Returns every screen of the URL map in order, without layout routes. */
export async function screenRoutes(): Promise<ScreenRoute[]> {
  const screens: ScreenRoute[] = [];
  for (const { entry, pattern } of placed(screenEntries(), '')) {
    if (entry.children !== undefined) continue;
    const module = await importRoute(entry.file);
    screens.push({ id: idOf(entry), pattern, file: entry.file, module });
  }
  return screens;
}

/** Returns the screens with real loaders and actions. Pages are JSON `{ loaderData, actionData, errors }`. */
export async function screenBuild(onError: (error: unknown) => void): Promise<ServerBuild> {
  const root = await importRoute('root.tsx');
  const routes: Routes = { root: { id: 'root', path: '', module: moduleOf(root) } };
  for (const { entry, parentId } of placed(screenEntries(), '')) {
    const { path, index, file } = entry;
    routes[idOf(entry)] = {
      id: idOf(entry),
      parentId,
      ...(path === undefined ? {} : { path }),
      ...(index === undefined ? {} : { index }),
      module: moduleOf(await importRoute(file)),
    };
  }
  return buildOf(routes, { default: handedOver, handleError: onError });
}

function handedOver(_request: Request, status: number, headers: Headers, context: EntryContext): Response {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  return Response.json({ loaderData, actionData, errors }, { status, headers });
}

/** Adds the `default` export that Remix's type requires. */
function moduleOf(module: Record<string, unknown>): Routes[string]['module'] {
  return { default: undefined, ...module };
}

function screenEntries(): Entry[] {
  return urlMap.filter(({ path }) => path?.startsWith('api/') !== true);
}

interface Placed {
  readonly entry: Entry;
  readonly parentId: string;
  readonly pattern: string;
}

function placed(entries: readonly Entry[], above: string, parentId = 'root'): Placed[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path === undefined ? above : `${above}/${entry.path}`;
    return [
      { entry, parentId, pattern: pattern === '' ? '/' : pattern },
      ...placed(entry.children ?? [], pattern, idOf(entry)),
    ];
  });
}

function idOf({ file }: Entry): string {
  return file.replace(/\.tsx?$/, '');
}
