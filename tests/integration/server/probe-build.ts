import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node';
import { action as requestCode } from '#app/routes/api/auth/login-route.ts';
import { loader as listUsers } from '#app/routes/api/users/users-route.ts';
import { contextOf } from '#app/server/load-context.server.ts';

export interface DownloadWatch {
  chunks: number;
  isCancelled: boolean;
}

const CHUNK = new TextEncoder().encode('a line of a very long file\r\n'.repeat(1024));

type Loader = (args: LoaderFunctionArgs) => Promise<Response>;

/** A Remix build with test routes for how the HTTP server passes requests and sends responses. */
export function probeBuild(download: DownloadWatch): ServerBuild {
  const routes: Record<string, Loader> = {
    echo: ({ request, context }) =>
      Promise.resolve(
        Response.json({
          url: request.url,
          host: request.headers.get('Host'),
          clientAddress: context.clientAddress,
          requestId: context.requestId,
          nonce: context.nonce,
        }),
      ),
    signIn: async ({ request, context }) => {
      (await contextOf(request, context, 'REST')).log.info('signed in');
      return new Response('ok');
    },
    download: () => Promise.resolve(endlessFile(download)),
    page: () => Promise.resolve(new Response('x'.repeat(5000), { headers: { 'Content-Type': 'text/html' } })),
    cookies: () => {
      const headers = new Headers({ 'Cache-Control': 'private', 'Referrer-Policy': 'no-referrer' });
      headers.append('Set-Cookie', 'a=1');
      headers.append('Set-Cookie', 'b=2');
      return Promise.resolve(new Response(null, { headers, status: 201 }));
    },
    'login/create/:email': () => Promise.resolve(new Response('ok')),
    '*': () => Promise.resolve(new Response('no such route', { status: 404 })),
    'api/*': () => Promise.resolve(new Response('no such call', { status: 404 })),
    'api/users': listUsers,
    'api/login': requestCode,
    'api/echo': async ({ request }) => Response.json({ body: await request.text() }),
  };
  return {
    mode: 'production',
    entry: { module: { default: () => new Response('no screens', { status: 500 }) } },
    routes: Object.fromEntries(
      Object.entries(routes).map(([path, loader]) => [
        path,
        { id: path, path, module: { default: undefined, loader, action: loader } },
      ]),
    ),
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

function endlessFile(watch: DownloadWatch): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        watch.chunks += 1;
        controller.enqueue(CHUNK);
      },
      cancel: () => {
        watch.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment' },
  });
}
