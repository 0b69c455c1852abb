import { once } from 'node:events';
import { listDisclosures } from '#app/domain/disclosures/list-disclosures.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { startBuiltCommand } from '#tests/bench/support/built-command.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import { markedScene, type MarkedScene, marksIn } from '#tests/bench/support/marked-students.ts';
import { type ReadRequest, readRequests } from '#tests/bench/support/read-requests.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { MadeUser } from '#tests/factories/user-factory.server.ts';

interface Results {
  requests: number;
  reads: number;
  /** Responses that contained a student who wasn't recorded as disclosed to the caller. */
  undisclosed: string[];
  errors: number;
}

/** R19: reads through every path and command, each as a new user. Every returned student must have a disclosure. */
export async function disclosuresTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const app = await keep(openBenchApp(databaseUrl));
    const scene = await markedScene(app);
    const callers = { "the school's staff": scene.makeStaff, administrators: scene.makeAdmin };
    for (const [who, makeCaller] of Object.entries(callers)) {
      add(report, `requests by ${who}`, await askAll(app, scene, makeCaller));
    }
    add(report, 'commands', await runAll(app, scene, databaseUrl));
    await backUp(report, app);
  });
}

/** A full backup must appear in the disclosures of every stored student. */
async function backUp(report: Report, app: BenchApp): Promise<void> {
  const ctx = makeCtx({ orm: app.orm, channel: 'CLI', now: () => new Date() });
  // The part of `laurel db backup` before pg_dump, which would need a pg_dump of the server's version.
  await recordBackup(ctx, 'A trial');
  const students = await app.rows<{ id: string }>('select id from student', []);
  let listed = 0;
  for (const { id } of students) {
    const disclosures = await listDisclosures(ctx, id);
    if (disclosures.some(({ purpose }) => purpose === 'database.backup')) listed += 1;
  }
  const what = (which: string) => `1 full backup: ${which}`;
  report.add(countFigure('R19', what('students in it'), 'students', students.length, { atLeast: 1 }));
  const share = (100 * listed) / Math.max(1, students.length);
  report.add(
    countFigure('R19', what('of these with it among their disclosures'), '%', share, { atLeast: 100 }),
  );
}

function add(report: Report, who: string, { requests, reads, undisclosed, errors }: Results): void {
  const what = (which: string) => `${requests} ${who}: ${which}`;
  report.add(countFigure('R19', what("that returned students' data"), 'responses', reads, { atLeast: 1 }));
  const disclosed = reads === 0 ? 0 : (100 * (reads - undisclosed.length)) / reads;
  const left = undisclosed.length === 0 ? '' : ` (not: ${undisclosed.slice(0, 5).join(', ')})`;
  report.add(
    countFigure('R19', what(`of these with their disclosure${left}`), '%', disclosed, { atLeast: 100 }),
  );
  report.add(countFigure('R19', what('responded with 500 or more'), 'responses', errors));
}

async function askAll(
  app: BenchApp,
  scene: MarkedScene,
  makeCaller: () => Promise<MadeUser>,
): Promise<Results> {
  const results: Results = { requests: 0, reads: 0, undisclosed: [], errors: 0 };
  const count = readRequests(scene, (await makeCaller()).id).length;
  for (let nth = 0; nth < count; nth += 1) {
    const caller = await makeCaller();
    const request = readRequests(scene, caller.id)[nth];
    if (request === undefined) throw new RangeError('The requests are not as many for everyone.');
    const client = await app.callerOf(caller.id);
    const { status, body } = await client.send(request.method, request.path, request.sent);
    client.close();
    results.requests += 1;
    if (status >= 500) results.errors += 1;
    await judge(app, scene, results, { body, caller, name: nameOf(request, scene) });
  }
  return results;
}

interface Answered {
  readonly body: string;
  readonly caller: MadeUser;
  readonly name: string;
}

async function judge(
  app: BenchApp,
  { studentOf }: MarkedScene,
  results: Results,
  { body, caller, name }: Answered,
): Promise<void> {
  const shown = [...marksIn(body)].map((mark) => studentOf.get(mark) ?? mark);
  if (shown.length === 0) return;
  results.reads += 1;
  const rows = await app.rows<{ id: string }>(
    'select distinct unnest(student_ids) as id from disclosure where actor_id = ?',
    [caller.id],
  );
  const disclosed = new Set(rows.map(({ id }) => id));
  if (shown.some((id) => !disclosed.has(id))) results.undisclosed.push(name);
}

/** For example 'GET /designations/…/receipt.data'. */
function nameOf({ method, path }: ReadRequest, { designations }: MarkedScene): string {
  const states = Object.entries(designations).find(([, { id }]) => path.includes(id))?.[0];
  return `${method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, states ?? 'ID')}`;
}

async function runAll(app: BenchApp, scene: MarkedScene, databaseUrl: string): Promise<Results> {
  const results: Results = { requests: 0, reads: 0, undisclosed: [], errors: 0 };
  const ids = [...Object.values(scene.designations), scene.other].map(({ id }) => id);
  const commands = [
    ...[[], ['--year', '2026'], ['--no-mark'], ['--status', 'PENDING']].map((more) => [
      'export',
      'designations',
      ...more,
    ]),
    ...ids.map((id) => ['export', 'designation', id]),
    ...ids.flatMap((id) =>
      ['table', 'csv', 'json', 'ndjson'].map((format) => ['designations', 'show', id, '--format', format]),
    ),
    ...['export schools', 'export users', 'designations list', 'schools list', 'users list', 'report'].map(
      (line) => line.split(' '),
    ),
    ['search', 'firstzqm'],
    ...[...scene.studentOf.values()].slice(0, 2).map((id) => ['students', 'disclosures', id]),
  ];
  for (const args of commands) {
    const caller = await scene.makeAdmin();
    const { code, output } = await outputOf([...args, '--as', caller.email], databaseUrl, app.mail.url);
    results.requests += 1;
    if (code !== 0) throw new Error(`laurel ${args.join(' ')} ended with ${code}: ${output}`);
    await judge(app, scene, results, { body: output, caller, name: `laurel ${args.slice(0, 2).join(' ')}` });
  }
  return results;
}

async function outputOf(args: readonly string[], databaseUrl: string, smtpUrl: string) {
  const command = startBuiltCommand(args, { databaseUrl, smtpUrl }, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  command.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  command.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(command, 'close')) as [number | null];
  return { code, output };
}
