import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import { runBuiltCommand } from '#tests/bench/support/built-command.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeStaff, makeUser } from '#tests/factories/user-factory.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const ROUNDS = 6;
const [BY_REST, BY_FORM, BY_COMMAND] = [38, 10, 2];
const AT_ONCE = BY_REST + BY_FORM + BY_COMMAND;
const PEOPLE = 20;
const SETTLED_MS = 300;
/** Long enough for a duplicate email to arrive. */
const AFTERWARDS_MS = 2_000;

interface Sending {
  readonly key: string;
  readonly template: string;
  readonly templateId: string;
}

/** R12: one Idempotency-Key per round, used concurrently through the REST API, the form, and the command line. */
export async function oneKeyTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const databaseUrl = await stage.makeDatabase();
    const app = await keep(openBenchApp(databaseUrl));
    await makeAudience(app);
    const office = await app.callerOf((await makeAdmin(app.orm)).id);
    const counts = { notOne: 0, differing: 0, failed: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const template = `News ${round}`;
      const templateId = await makeTemplate(app.orm, { name: template, subject: template });
      const request = { key: randomUUID(), template, templateId };
      const channels = [() => byHttp(office, request), () => byCommand(app, databaseUrl, request)];
      const responses = await behindOneLock(app, round % 2 === 0 ? channels : channels.toReversed());
      const [delivery, ...more] = await app.rows<{ id: string }>(
        'select id from email_delivery where template_id = ?',
        [templateId],
      );
      if (delivery === undefined || more.length > 0) counts.notOne += 1;
      const reported = responses.flat();
      counts.failed += reported.filter((one) => one === null).length;
      counts.differing += reported.filter(
        (one) => one !== null && one !== delivery?.id && one !== 'DONE',
      ).length;
    }
    const emails = await emailsThatCame(app);
    const add = (what: string, unit: string, count: number) =>
      report.add(countFigure('R12', `${ROUNDS} keys, each ${AT_ONCE} times at once: ${what}`, unit, count));
    add('not exactly one execution', 'rounds', counts.notOne);
    add('refused or failed', 'responses', counts.failed);
    add('responded with another delivery', 'responses', counts.differing);
    add('addresses without exactly one email a key', 'addresses', emails.wrong);
  });
}

async function makeAudience(app: BenchApp): Promise<void> {
  await makeYear(app.orm);
  const { id: highSchoolId } = await makeSchool(app.orm);
  for (let person = 0; person < PEOPLE; person += 1) {
    const { id: userId } = await makeUser(app.orm);
    await makeStaff(app.orm, { highSchoolId, userId });
  }
}

/** Starts one channel's calls after another while a lock blocks all writes. Releases it once all are waiting. */
async function behindOneLock<Result>(
  app: BenchApp,
  channels: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const blocker = app.orm.em.fork();
  await blocker.begin();
  await blocker.execute('lock table event in exclusive mode');
  const running: Promise<Result>[] = [];
  for (const channel of channels) {
    const before = await lockWaits(app.orm);
    const calls = channel();
    running.push(calls);
    const isOver = calls.then(() => true);
    while ((await lockWaits(app.orm)) === before && !(await Promise.race([isOver, sleep(20, false)])));
    await untilSettled(app);
  }
  await blocker.rollback();
  return Promise.all(running);
}

async function untilSettled(app: BenchApp): Promise<void> {
  for (let before = -1, now = 0; before !== now;) {
    before = await lockWaits(app.orm);
    await sleep(SETTLED_MS);
    now = await lockWaits(app.orm);
  }
}

/** The delivery that each call returned. Null if it was refused. */
async function byHttp(office: HttpClient, { key, templateId }: Sending): Promise<(string | null)[]> {
  const rest = Array.from({ length: BY_REST }, () =>
    repeatedWhileBusy(() =>
      office.send('POST', `/api/emails/${templateId}/send`, {
        body: { target: 'ALL_HIGH_SCHOOLS' },
        headers: { 'Idempotency-Key': key },
      }),
    ),
  );
  const search = 'target=ALL_HIGH_SCHOOLS';
  const form = { intent: 'send', page: '1', search, total: String(PEOPLE), except: '', shown: '', key };
  const screen = Array.from({ length: BY_FORM }, () =>
    repeatedWhileBusy(() =>
      office.send('POST', `/emails/${templateId}/send?${search}`, { body: new URLSearchParams(form) }),
    ),
  );
  return [...(await Promise.all(rest)).map(idByRest), ...(await Promise.all(screen)).map(idByForm)];
}

/** A server with too many requests at once refuses some, and says when to send them again. */
async function repeatedWhileBusy(send: () => Promise<ClientResponse>): Promise<ClientResponse> {
  for (;;) {
    const response = await send();
    const seconds = Number(response.headers['retry-after']);
    if (response.status !== 503 || !(seconds > 0)) return response;
    await sleep(seconds * 1_000);
  }
}

function idByRest({ status, body }: ClientResponse): string | null {
  return status === 200 ? (/"deliveryId":"([^"]+)"/.exec(body)?.[1] ?? null) : null;
}

function idByForm({ headers }: ClientResponse): string | null {
  return /^\/emails\/deliveries\/([\da-f-]+)$/.exec(headers['location']?.toString() ?? '')?.[1] ?? null;
}

/** Exit code 0 means this call sent the email, and 3 that another call already did. */
async function byCommand(
  app: BenchApp,
  databaseUrl: string,
  { key, template }: Sending,
): Promise<(string | null)[]> {
  const args = ['emails', 'send', template, '--target', 'ALL_HIGH_SCHOOLS', '--yes', '--key', key];
  const runs = Array.from({ length: BY_COMMAND }, () =>
    runBuiltCommand(args, { databaseUrl, smtpUrl: app.mail.url }),
  );
  return (await Promise.all(runs)).map((code) => (code === 0 || code === 3 ? 'DONE' : null));
}

async function emailsThatCame(app: BenchApp): Promise<{ wrong: number }> {
  const unsent = async () =>
    app.rows(`select 1 from outbox_mail where state in ('QUEUED', 'SENDING') limit 1`);
  while ((await unsent()).length > 0) await sleep(SETTLED_MS);
  await sleep(AFTERWARDS_MS);
  const people = await app.rows<{ email: string }>(
    `select email from user_account where not 'ADMIN' = any(flags)`,
  );
  const wrong = people.filter(({ email }) => {
    const subjects = app.mail.emailsTo(email).map(({ subject }) => subject);
    return subjects.length !== ROUNDS || new Set(subjects).size !== ROUNDS;
  });
  return { wrong: wrong.length };
}
