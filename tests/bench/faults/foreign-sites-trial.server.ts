import { note } from '#cli/command-output.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import {
  formSent,
  openPermissionStage,
  type PermissionStage,
} from '#tests/bench/support/permission-stage.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { WHO, type Who } from '#tests/contract/callers.ts';
import { CALL_MATRIX } from '#tests/contract/permission-matrix.ts';
import { isRefusal } from '#tests/contract/screen-outcomes.ts';
import { SCREEN_MATRIX } from '#tests/contract/screen-matrix.ts';

type Headers = Readonly<Record<string, string>>;

const ELSEWHERE = 'https://elsewhere.example.org';
/** Headers with which browsers mark a request from another site. */
const FOREIGN: readonly Headers[] = [
  { Origin: ELSEWHERE },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Referer: `${ELSEWHERE}/page` },
  { Origin: ELSEWHERE, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' },
];
/** Headers of a browser that opens a typed URL or a link in an email. Such requests are always GET. */
const NO_RESPONSE: readonly Headers[] = [
  { Accept: 'text/html' },
  { Accept: 'text/html', 'Sec-Fetch-Site': 'none' },
];

interface Writing {
  readonly name: string;
  readonly who: Who;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers;
}

const EXAMPLES = 8;
/** Compares sessions separately, because the row digests ignore them. */
const SESSIONS = `select md5(string_agg(id::text, ' ' order by id)) as sessions from session`;

/** R16: sends every call, form, and link that changes something as if from another site, or with no origin. */
export async function foreignSitesTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const opened = await openPermissionStage(keep, stage);
    const requests = [...restWrites(opened), ...(await screenWrites(opened))];
    const own = { tried: 0, changed: [] as string[], accepted: [] as string[] };
    for (const request of requests) await ask(opened, request, [ownSite(opened)], own);
    report.add(
      plainFigure(
        'R16',
        `of ${own.tried} requests of our own pages, to compare: changed something`,
        'requests',
        [own.changed.length],
        {
          atLeast: 100,
        },
      ),
    );
    const outcome = { tried: 0, changed: [] as string[], accepted: [] as string[] };
    for (const request of requests) {
      const isLink = request.method === 'GET';
      await ask(opened, request, isLink ? [...FOREIGN, ...NO_RESPONSE] : FOREIGN, outcome);
    }
    report.add(
      plainFigure('R16', 'calls, forms and links that write', 'requests', [requests.length], {
        atLeast: 100,
      }),
    );
    tell(report, `of ${outcome.tried} requests of another site: changed something`, outcome.changed);
    tell(report, 'of these accepted as if they came from here', outcome.accepted);
  });
}

function ownSite({ url }: PermissionStage): Headers {
  return { Origin: url, 'Sec-Fetch-Site': 'same-origin' };
}

async function ask(
  { scene, snapshot, rows }: PermissionStage,
  { name, who, method, path, body, headers: own = {} }: Writing,
  variants: readonly Headers[],
  outcome: { tried: number; changed: string[]; accepted: string[] },
): Promise<void> {
  for (const headers of variants) {
    const before = await snapshot.digests();
    const [sessions] = await rows<{ sessions: string }>(SESSIONS);
    const response = await scene.clients[who].send(method, path, body, { ...own, ...headers });
    outcome.tried += 1;
    const [sessionsNow] = await rows<{ sessions: string }>(SESSIONS);
    const tables = await snapshot.changed(before);
    if (sessions?.sessions !== sessionsNow?.sessions) tables.push('session');
    const reported = `${name} as ${who}, ${JSON.stringify(headers)}: ${response.status}`;
    if (tables.length > 0) {
      outcome.changed.push(`${reported}, changed ${tables.join(', ')}`);
      await snapshot.restore();
    }
    // A link first opens a confirmation page, which doesn't count as accepted.
    const isAsked =
      method === 'GET' && response.headers.get('Content-Type')?.startsWith('text/html') === true;
    if (response.status < 400 && !isAsked) outcome.accepted.push(reported);
  }
}

function restWrites({ scene }: PermissionStage): Writing[] {
  return Object.entries(CALL_MATRIX).flatMap(([name, { statuses, path, body }]): Writing[] => {
    const [method = '', template = ''] = name.split(' ');
    const isWriting = method !== 'GET' || template.includes('download') || template === 'logout';
    const who = WHO.findLast((_who, index) => (statuses[index] ?? 500) < 400);
    if (!isWriting || who === undefined) return [];
    const sent = method === 'GET' ? undefined : body?.(scene);
    return [{ name, who, method, path: `/api/${path?.(scene) ?? template}`, body: sent }];
  });
}

async function screenWrites({ scene }: PermissionStage): Promise<Writing[]> {
  const writes: Writing[] = [];
  for (const [name, { outcomes, path, form, body, before }] of Object.entries(SCREEN_MATRIX)) {
    const [method = '', pattern = ''] = name.split(' ');
    const who = WHO.findLast((_who, index) => !isRefusal(outcomes[index] ?? ''));
    // Skips rows with a prerequisite, because the first restore would undo it. Other rows cover the same channel.
    const isPage = method === 'GET' && !pattern.endsWith('.pdf');
    if (isPage || who === undefined || before !== undefined) continue;
    const fields = await form?.(scene);
    const sent = fields === undefined ? { body: body?.(scene) } : formSent(fields);
    writes.push({ name, who, method, path: path?.(scene) ?? pattern, ...sent });
  }
  return writes;
}

function tell(report: Report, what: string, found: readonly string[]): void {
  report.add(countFigure('R16', what, 'requests', found.length));
  for (const line of found.slice(0, EXAMPLES)) note(`  ${line}`);
}
