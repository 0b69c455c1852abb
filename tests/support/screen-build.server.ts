import type { EntryContext, ServerBuild } from '@remix-run/node';
import urlMap from '#app/routes.ts';
import { buildOf, importRoute } from '#tests/support/rest-build.server.ts';

type Entry = (typeof urlMap)[number];
type Routes = ServerBuild['routes'];

/** A place of the URL map where a screen, or what a screen's scripts call, stands. */
export interface ScreenRoute {
  readonly id: string;
  /** '/users/:id'; '/*' for any other path. */
  readonly pattern: string;
  /** Below app/. */
  readonly file: string;
  readonly module: Readonly<Record<string, unknown>>;
}

/** Every screen of the URL map, in its order, without the frames around them. */
export async function screenRoutes(): Promise<ScreenRoute[]> {
  const screens: ScreenRoute[] = [];
  for (const { entry, pattern } of placed(screenEntries(), '')) {
    if (entry.children !== undefined) continue;
    const module = await importRoute(entry.file);
    screens.push({ id: idOf(entry), pattern, file: entry.file, module });
  }
  return screens;
}

/**
 * The screens of the URL map with their real loaders and actions, nested as in the built server. Nothing is drawn: a page is
 * answered as JSON of all that its components are handed, `{ loaderData, actionData, errors }`.
 */
export async function screenBuild(onFault: (error: unknown) => void): Promise<ServerBuild> {
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
  return buildOf(routes, { default: handedOver, handleError: onFault });
}

function handedOver(_request: Request, status: number, headers: Headers, context: EntryContext): Response {
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  return Response.json({ loaderData, actionData, errors }, { status, headers });
}

/** Whatever a route module may export, Remix takes only what it knows. */
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
