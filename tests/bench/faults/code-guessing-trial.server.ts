import { randomInt } from 'node:crypto';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, type Target } from '#tests/bench/support/figures.ts';
import { cookiesSetBy, type HttpClient } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import {
  askCode,
  beginsSession,
  BEHIND_PROXY,
  fromNetwork,
  newNetwork,
} from '#tests/bench/support/sign-in-calls.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';

const QUARTERS = 8;
const CODES_A_QUARTER = 5;
const QUARTERS_AN_HOUR = 4;
const MOST_A_CODE = 5;
const MOST_AN_HOUR = 20;

type Guess = (client: HttpClient, email: string, wrong: string, network: string) => Promise<unknown>;

const post = (client: HttpClient, email: string, code: string, headers: Record<string, string>) =>
  client.send('POST', '/api/login/code', { body: { email, code }, headers });
const times = <Result>(count: number, make: () => Result) => Array.from({ length: count }, make);

/** Ways to guess on one code: one after the other, all at once, the form's cookies replayed, under false addresses. */
const WAYS: readonly Guess[] = [
  async (client, email, wrong, network) => {
    for (let tried = 0; tried < 20; tried += 1) await post(client, email, wrong, fromNetwork(network));
  },
  (client, email, wrong, network) =>
    Promise.all(times(100, () => post(client, email, wrong, fromNetwork(network)))),
  async (client, email, wrong, network) => {
    const body = new URLSearchParams({ email });
    const cookie = cookiesSetBy(await client.send('POST', '/login', { body, headers: fromNetwork(network) }));
    const entered = new URLSearchParams({ email, code: wrong });
    const headers = fromNetwork(network, { Cookie: cookie });
    await Promise.all(times(50, () => client.send('POST', '/login', { body: entered, headers })));
  },
  (client, email, wrong, network) =>
    Promise.all(
      times(50, () => post(client, email, wrong, fromNetwork(`${randomInt(1, 255)}.7.7.7, ${network}`))),
    ),
];

/** R1: wrong codes by every way, past a restart, and for two hours on one account. What was compared stands in the server's log. */
export async function codeGuessingTrial(report: Report, stage: Stage): Promise<void> {
  const databaseUrl = await stage.makeDatabase();
  const restarted = { email: '', wrong: '', network: newNetwork() };
  const logs: string[] = [];
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(databaseUrl, { env: BEHIND_PROXY }));
    const client = await app.callerOf(null);
    for (const guess of WAYS) {
      const { email } = await makeUser(app.orm);
      const network = newNetwork();
      await guess(client, email, otherCode(await askCode(app, client, { email, network })), network);
    }
    restarted.email = (await makeUser(app.orm)).email;
    restarted.wrong = otherCode(await askCode(app, client, restarted));
    for (const headers of times(3, () => fromNetwork(restarted.network))) {
      await post(client, restarted.email, restarted.wrong, headers);
    }
    logs.push(app.server.output());
  });
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(databaseUrl, { env: BEHIND_PROXY }));
    const client = await app.callerOf(null);
    const headers = fromNetwork(restarted.network);
    await Promise.all(times(20, () => post(client, restarted.email, restarted.wrong, headers)));
    const { quarters, ownersRefusals } = await guessForHours(app, client);
    logs.push(app.server.output());
    const compared = comparedByCode(logs.join('\n'));
    const [kept] = await app.rows<{ most: number }>('select max(attempts)::int as most from login_challenge');
    const add = (what: string, unit: string, count: number, target?: Target) =>
      report.add(countFigure('R1', what, unit, count, target));
    add('codes guessed on', 'codes', compared.size, { atLeast: WAYS.length + QUARTERS });
    add('compared with one code, at most', 'codes', Math.max(...compared.values()), { atMost: MOST_A_CODE });
    add('tries counted on one code, at most', 'tries', kept?.most ?? 0, { atMost: MOST_A_CODE });
    add('compared for one account in an hour, at most', 'codes', worstHour(quarters), {
      atMost: MOST_AN_HOUR,
    });
    add(`the owner kept out of their own browser, ${QUARTERS} times tried`, 'times', ownersRefusals);
  });
}

/** Somebody asks and guesses from three networks, quarter for quarter; then the owner enters the newest code. */
async function guessForHours(app: BenchApp, client: HttpClient) {
  const { email } = await makeUser(app.orm);
  const home = newNetwork();
  const first = await post(
    client,
    email,
    await askCode(app, client, { email, network: home }),
    fromNetwork(home),
  );
  const device = {
    Cookie:
      cookiesSetBy(first)
        .split('; ')
        .find((pair) => pair.startsWith('laurel_device')) ?? '',
  };
  const networks = times(3, newNetwork);
  const quarters: number[] = [];
  let ownersRefusals = 0;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    await letPass(app, 16);
    const before = comparisons(app.server.output()).length;
    let code = '';
    for (let asked = 0; asked < CODES_A_QUARTER; asked += 1) {
      code = await askCode(app, client, { email, network: networks[asked % 3] ?? '' });
      const wrong = otherCode(code);
      const tries = networks.flatMap((network) => times(6, () => fromNetwork(network)));
      await Promise.all(tries.map((headers) => post(client, email, wrong, headers)));
    }
    quarters.push(comparisons(app.server.output()).length - before);
    if (!beginsSession(await post(client, email, code, fromNetwork(home, device)))) ownersRefusals += 1;
  }
  return { quarters, ownersRefusals };
}

/** Makes everything that sign-in remembers so many minutes older. */
async function letPass(app: BenchApp, minutes: number): Promise<void> {
  const earlier = `- interval '${minutes} minutes'`;
  await app.rows(
    `update login_challenge set created_at = created_at ${earlier}, expires_at = expires_at ${earlier},
                                consumed_at = consumed_at ${earlier}`,
  );
  await app.rows(`update rate_limit set window_ends_at = window_ends_at ${earlier}`);
}

/** The codes that wrong ones were compared with, in the words of the server's log. */
function comparisons(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"a wrong code was entered"'))
    .map((line) => /"challengeId":"([^"]+)"/.exec(line)?.[1] ?? '');
}

function comparedByCode(log: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of comparisons(log)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function worstHour(quarters: readonly number[]): number {
  const hours = quarters.map((_, from) => quarters.slice(from, from + QUARTERS_AN_HOUR));
  return Math.max(...hours.map((hour) => hour.reduce((sum, count) => sum + count, 0)));
}

function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
