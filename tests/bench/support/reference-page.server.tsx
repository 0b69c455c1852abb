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
import { Link, Outlet, RemixServer, Scripts, useLoaderData } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { print } from '#cli/command-output.ts';
import { FIRST_PAGE_SQL, openRawPostgres } from '#tests/bench/support/raw-postgres.server.ts';

/** The minimal server that renders the list as a page: Remix with one route that uses `pg` and the same table. */
const CONNECTIONS = 8;
const postgres = await openRawPostgres(process.argv[2] ?? '', CONNECTIONS);
const when = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Anchorage',
  dateStyle: 'medium',
  timeStyle: 'short',
});

interface Row {
  id: string;
  high_school_name: string;
  year: number;
  criteria: string | null;
  status: string;
  updated_at: Date;
  downloaded_at: Date | null;
}

const loader = async () => {
  const { rows } = await postgres.query(FIRST_PAGE_SQL);
  return (rows as Row[]).map(
    ({ id, high_school_name: name, year, criteria, status, updated_at, downloaded_at }) => ({
      ...{ id, name, year, criteria, status },
      updatedAt: updated_at.toISOString(),
      downloadedAt: downloaded_at?.toISOString() ?? null,
    }),
  );
};

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{when.format(new Date(at))}</time>;
}

function List() {
  const rows = useLoaderData<typeof loader>();
  return (
    <table>
      <thead>
        <tr>
          {['High School', 'Year', 'Criteria', 'Status', 'Last Updated', 'Downloaded', 'View'].map(
            (heading) => (
              <th key={heading} scope="col">
                <Link to={`/?sort=${heading}`}>{heading}</Link>
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`/designations/${row.id}`}>{row.name}</Link>
            </th>
            <td>{row.year}</td>
            <td>{row.criteria}</td>
            <td>
              <span className="badge">{row.status}</span>
            </td>
            <td>
              <Time at={row.updatedAt} />
            </td>
            <td>{row.downloadedAt === null ? 'Not yet' : <Time at={row.downloadedAt} />}</td>
            <td>
              <Link to={`/designations/${row.id}`}>View</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Root() {
  return (
    <html lang="en">
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
  void handle(new Request(new URL(asked.url ?? '/', 'http://127.0.0.1'))).then(async (answer) => {
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else await writeReadableStreamToWritable(answer.body, response);
  });
});
server.listen(0, '127.0.0.1', () => print(String((server.address() as AddressInfo).port)));
process.stdin.resume().once('end', () => process.exit());
