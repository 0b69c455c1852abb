import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient, Sent } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { UNKNOWN_ID } from '#tests/support/rest-errors.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

/** A kind of response: the caller, the request, and the status that identifies the response. */
type Kind = readonly [
  who: 'anonymous' | 'staff' | 'admin',
  method: string,
  path: string,
  status: number,
  sent?: Sent,
];

const FOREIGN = { headers: { Origin: 'https://evil.example' } } as const;
const PAGE = { headers: { Accept: 'text/html' } } as const;
const PLAIN = { body: 'x', headers: { 'Content-Type': 'text/plain' } } as const;

function kindsOf(designationId: string, asset: string): readonly Kind[] {
  const download = `/api/designations/download/${designationId}`;
  return [
    ['anonymous', 'GET', '/login', 200],
    ['anonymous', 'GET', '/', 302],
    ['admin', 'GET', '/designations', 200],
    ['admin', 'GET', '/designations.data', 200],
    ['staff', 'GET', '/users', 403],
    ['admin', 'GET', '/no/such/page', 404],
    ['admin', 'OPTIONS', '/designations', 204],
    ['admin', 'PUT', '/designations', 405],
    ['admin', 'POST', '/account', 403, FOREIGN],
    ['anonymous', 'GET', asset, 200],
    ['anonymous', 'GET', '/assets/missing.js', 404],
    ['anonymous', 'GET', '/favicon.svg', 200],
    ['anonymous', 'GET', '/healthz', 200],
    ['anonymous', 'GET', '/readyz', 200],
    ['anonymous', 'GET', '/%E0%A4%A', 400],
    ['admin', 'GET', '/api/designations', 200],
    ['admin', 'HEAD', '/api/designations', 200],
    ['admin', 'OPTIONS', '/api/designations', 204],
    ['admin', 'GET', `/api/designations/${designationId}`, 200],
    ['admin', 'GET', download, 200],
    ['admin', 'GET', download, 200, PAGE],
    ['anonymous', 'POST', '/api/logout', 204],
    ['anonymous', 'GET', '/api/designations', 401],
    ['admin', 'GET', '/api/designations/no-id', 400],
    ['staff', 'GET', '/api/users', 403],
    ['admin', 'GET', `/api/designations/${UNKNOWN_ID}`, 404],
    ['admin', 'GET', '/api/no/such/call', 404],
    ['admin', 'PUT', '/api/designations', 405],
    [
      'admin',
      'PATCH',
      `/api/designations/${designationId}`,
      412,
      { body: {}, headers: { 'If-Match': '"0"' } },
    ],
    ['admin', 'PATCH', `/api/designations/${designationId}`, 415, PLAIN],
    ['anonymous', 'POST', '/api/login', 413, { body: { email: 'x'.repeat(20_000) } }],
    ['anonymous', 'TRACE', '/login', 405],
  ];
}

/** R17: checks the security headers of each kind of response. Browser tests check that no page violates its policy. */
export async function headersTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const { clients, designationId } = await makeScene(app);
    const nonces: string[] = [];
    const found = { other: [] as string[], lacking: [] as string[], stored: [] as string[] };
    const asset = await assetOf(clients.anonymous);
    const kinds = kindsOf(designationId, asset);
    for (const [who, method, path, status, sent] of kinds) {
      const answer = await clients[who].send(method, path, sent);
      const kind = `${who} ${method} ${path} ${answer.status}`;
      if (answer.status !== status) found.other.push(`${kind}, not ${status}`);
      for (const lack of lacksOf(answer, path === asset ? ASSET_POLICY : SCRIPT_POLICY))
        found.lacking.push(`${kind}: ${lack}`);
      if (who !== 'anonymous' && answer.headers['cache-control'] !== 'no-store') found.stored.push(kind);
      if (path !== asset) nonces.push(nonceOf(answer));
    }
    report.add(plainFigure('R17', 'kinds of responses', 'kinds', [kinds.length], { atLeast: 30 }));
    const add = (what: string, which: readonly string[]) =>
      report.add(
        countFigure(
          'R17',
          `${what}${which.length === 0 ? '' : ` (${which.join('; ')})`}`,
          'responses',
          which.length,
        ),
      );
    add('responses of another type than requested', found.other);
    add('a security header missing or other', found.lacking);
    add('responses to someone signed in that may be stored', found.stored);
    report.add(countFigure('R17', 'nonces used twice', 'nonces', nonces.length - new Set(nonces).size));
  });
}

/** Only pages need a nonce. Scripts and styles run nothing by themselves. */
const SCRIPT_POLICY = /'nonce-[^']+'/;
const ASSET_POLICY = /^default-src 'none'/;

function lacksOf(answer: ClientResponse, scripts: RegExp): string[] {
  const header = (name: string) => String(answer.headers[name] ?? '');
  const policy = header('content-security-policy');
  const wanted: readonly (readonly [string, boolean])[] = [
    ['HSTS', /^max-age=\d{8,}/.test(header('strict-transport-security'))],
    ['nosniff', header('x-content-type-options') === 'nosniff'],
    ['referrer policy', header('referrer-policy') === 'same-origin'],
    ['frame-ancestors', policy.includes("frame-ancestors 'none'")],
    ['nonce', scripts.test(policy)],
    ['unsafe-inline', !policy.includes('unsafe-')],
  ];
  return wanted.filter(([, isThere]) => !isThere).map(([name]) => name);
}

function nonceOf({ headers }: ClientResponse): string {
  return /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
}

async function assetOf(client: HttpClient): Promise<string> {
  const { body } = await client.send('GET', '/login');
  return /\/assets\/[\w./-]+\.js/.exec(body)?.[0] ?? '/assets/none';
}

async function makeScene(app: BenchApp) {
  const { id: academicYearId } = await makeYear(app.orm);
  const { id: highSchoolId } = await makeSchool(app.orm);
  const { user } = await makeCounselor(app.orm, [highSchoolId]);
  const { id: designationId } = await makeDesignation(app.orm, {
    ...{ highSchoolId, academicYearId, submittedById: user.id, classSize: 20, students: 2 },
  });
  const { id: adminId } = await makeAdmin(app.orm);
  const clients = {
    anonymous: await app.callerOf(null),
    staff: await app.callerOf(user.id),
    admin: await app.callerOf(adminId),
  };
  return { clients, designationId };
}
