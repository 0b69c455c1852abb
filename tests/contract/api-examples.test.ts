import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { variableOf } from '#app/server/openapi/curl-example.ts';
import type { OpenApiDocument } from '#app/server/openapi/openapi-document.server.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { sessionCookie } from '#tests/support/rest-session.server.ts';
import { type RowSnapshot, snapshotRows } from '#tests/support/row-snapshot.server.ts';
import { WHO } from './callers.ts';
import { CALL_MATRIX } from './permission-matrix.ts';
import { permissionScene, type PermissionScene } from './permission-scene.server.ts';
import { type ServedCall, servedCalls } from './served-calls.ts';

const BOUNCE_TOKEN = 'a-token-for-bounces-of-32-characters';
const rest = useRest({ env: { BOUNCE_TOKEN } });
const run = promisify(execFile);

let scene: PermissionScene;
let snapshot: RowSnapshot;
let folder: string;
let server: Server;
let document: OpenApiDocument;
let cookie: string;
let token: string;

beforeAll(async () => {
  scene = await permissionScene(rest);
  cookie = await sessionCookie(
    { orm: rest.orm, settings: rest.settings, now: rest.clock.now },
    scene.people.admin.id,
  );
  token = (await makeAccessToken(rest.orm, { userId: scene.people.admin.id })).secret;
  snapshot = await snapshotRows(rest.orm);
  document = (await scene.clients.admin.get('/api/openapi.json')).body as OpenApiDocument;
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-curl-'));
  // Prints the status after each response.
  await writeFile(path.join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n');
  server = createServer((request, response) => {
    void forward(request).then(async (webResponse) => {
      response.writeHead(webResponse.status, Object.fromEntries(webResponse.headers));
      response.end(Buffer.from(await webResponse.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

async function forward(request: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const url = new URL(request.url ?? '/', 'http://localhost:3000');
  return rest.fetch(new Request(url, { method: request.method ?? 'GET', headers, body }));
}

/** Statuses that the matrix doesn't have, because the example's values are made up. */
const OTHER_STATUSES: Readonly<Record<string, number>> = {
  'POST emails/bounces': 204,
  'POST users/invites': 201,
};

const ADMIN = WHO.indexOf('admin');

/** The IDs in the matrix's path, as the example's variables. */
function variablesOf({ call, path: template }: ServedCall): Record<string, string> {
  const pathParts = CALL_MATRIX[call]?.path?.(scene).split('/') ?? [];
  return Object.fromEntries(
    template.split('/').flatMap((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? [] : [[variableOf(name), pathParts[index] ?? '']];
    }),
  );
}

it('runs every curl command of the OpenAPI document with the expected status', async () => {
  const { port } = server.address() as AddressInfo;
  const [name = '', value = ''] = cookie.split('=', 2);
  for (const call of await servedCalls()) {
    const source = document.paths[`/${call.path}`]?.[call.method.toLowerCase()]?.['x-codeSamples'][0]?.source;
    if (source === undefined) throw new Error(`${call.call} has no example.`);
    await writeFile(path.join(folder, 'jar'), `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}\n`);
    const variables = {
      CURL_HOME: folder,
      APP_URL: `http://127.0.0.1:${port}`,
      BOUNCE_TOKEN,
      TOKEN: token,
      HIGH_SCHOOL_ID: scene.unstarted.id,
      ACADEMIC_YEAR_ID: scene.year.id,
      USER_ID: scene.neighbor.id,
      ...variablesOf(call),
    };
    const assigned = Object.entries(variables).map(([variable, content]) => `${variable}=${content}`);
    const { stdout } = await run('env', [...assigned, 'sh', '-ec', source], { cwd: folder });
    const status = Number(stdout.split('\n').at(-1));
    const expected = OTHER_STATUSES[call.call] ?? CALL_MATRIX[call.call]?.statuses[ADMIN];
    expect([call.call, status, status === expected ? '' : stdout]).toEqual([call.call, expected, '']);
    await snapshot.restore();
  }
});
