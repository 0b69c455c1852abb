import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type EntryContext,
  type ServerBuild,
  writeReadableStreamToWritable,
} from '@remix-run/node';
import { Outlet, RemixServer, Scripts, useLoaderData } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { print } from '#cli/command-output.ts';
import { LIST_ROWS_SQL, openRawPostgres } from '#tests/bench/support/raw-postgres.server.ts';
import { elementsOf, parsedPage } from '#tests/bench/support/page-markup.ts';

/**
 * The minimal server that renders the list as a page: Remix with one route that reads the same rows with `pg` and renders
 * exactly the elements of Laurel's page, whose HTML is in the given file, without components, hooks, or permissions.
 */
const CONNECTIONS = 8;
const [, , databaseUrl = '', pageFile = ''] = process.argv;
const postgres = await openRawPostgres(databaseUrl, CONNECTIONS);
const page = parsedPage(await readFile(pageFile, 'utf8'));

interface Row {
  readonly id: string;
  readonly updatedAt: Date;
  readonly downloadedAt: Date | null;
  readonly submittedAt: Date | null;
}

const loader = async () => {
  const { rows } = await postgres.query(LIST_ROWS_SQL);
  return (rows as Row[]).map(({ updatedAt, downloadedAt, submittedAt, ...row }) => ({
    ...row,
    updatedAt: updatedAt.toISOString(),
    downloadedAt: downloadedAt?.toISOString() ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
  }));
};

function List() {
  useLoaderData<typeof loader>();
  return <>{elementsOf(page.body)}</>;
}

function Root() {
  return (
    <html lang="en">
      <head>{elementsOf(page.head)}</head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}

function handleDocument(request: Request, status: number, headers: Headers, context: EntryContext) {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady: () => {
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
        pipe(body);
      },
      onShellError: reject,
    });
  });
}

const assetOf = (id: string, hasLoader: boolean) => ({
  id,
  module: `/${id}.js`,
  hasLoader,
  hasAction: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
});

const build: ServerBuild = {
  mode: 'production',
  entry: { module: { default: handleDocument } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    list: { id: 'list', parentId: 'root', index: true, module: { default: List, loader } },
  },
  assets: {
    entry: { imports: [], module: '/entry.js' },
    routes: {
      root: { ...assetOf('root', false), path: '' },
      list: { ...assetOf('list', true), parentId: 'root', index: true },
    },
    url: '/manifest.js',
    version: '1',
  },
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

const handle = createRequestHandler(build, 'production');
const server = createServer((asked, response) => {
  void handle(new Request(new URL(asked.url ?? '/', 'http://127.0.0.1'))).then(async (webResponse) => {
    response.writeHead(webResponse.status, Object.fromEntries(webResponse.headers));
    if (webResponse.body === null) response.end();
    else await writeReadableStreamToWritable(webResponse.body, response);
  });
});
server.listen(0, '127.0.0.1', () => print(String((server.address() as AddressInfo).port)));
process.stdin.resume().once('end', () => process.exit());
