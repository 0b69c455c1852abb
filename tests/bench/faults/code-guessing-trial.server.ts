import { randomInt } from 'node:crypto';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, type Target } from '#tests/bench/support/figures.ts';
import { cookiesSetBy, type HttpClient } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import {
  requestSignInCode,
  beginsSession,
  BEHIND_PROXY,
  fromNetwork,
  linkIn,
  newNetwork,
} from '#tests/bench/support/sign-in-calls.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';

const QUARTERS = 8;
const ASKS_A_QUARTER = 5;
const MINUTES_BETWEEN_ASKS = 3;
const QUARTERS_AN_HOUR = 4;
const REQUESTS_AT_ONCE = 30;
const MOST_A_CODE = 5;
const MOST_AN_HOUR = 20;

interface Guessed {
  readonly email: string;
  readonly wrong: string;
  readonly network: string;
  readonly link: string;
}
type Guess = (client: HttpClient, guessed: Guessed) => Promise<unknown>;

const post = (client: HttpClient, body: Record<string, string>, headers: Record<string, string>) =>
  client.send('POST', '/api/login/code', { body, headers });
const times = <Result>(count: number, make: () => Result) => Array.from({ length: count }, make);

/** Guesses in sequence, concurrently, with replayed cookies, forged addresses, the email's link, or two channels. */
const WAYS: readonly Guess[] = [
  async (client, { email, wrong, network }) => {
    for (let tried = 0; tried < 20; tried += 1) {
      await post(client, { email, code: wrong }, fromNetwork(network));
    }
  },
  (client, { email, wrong, network }) =>
    Promise.all(times(100, () => post(client, { email, code: wrong }, fromNetwork(network)))),
  async (client, { email, wrong, network }) => {
    const body = new URLSearchParams({ email });
    const cookie = cookiesSetBy(await client.send('POST', '/login', { body, headers: fromNetwork(network) }));
    const entered = new URLSearchParams({ email, code: wrong });
    const headers = fromNetwork(network, { Cookie: cookie });
    await Promise.all(times(50, () => client.send('POST', '/login', { body: entered, headers })));
  },
  (client, { email, wrong, network }) =>
    Promise.all(
      times(50, () =>
        post(client, { email, code: wrong }, fromNetwork(`${randomInt(1, 255)}.7.7.7, ${network}`)),
      ),
    ),
  (client, { email, wrong, network, link }) =>
    Promise.all(times(100, () => post(client, { email, code: wrong, link }, fromNetwork(network)))),
  (client, { email, wrong, network, link }) => {
    const byForm = new URLSearchParams({ email, code: wrong, link });
    return Promise.all(
      times(30, () => [
        client.send('POST', '/login', { body: byForm, headers: fromNetwork(network) }),
        post(client, { email, code: wrong }, fromNetwork(newNetwork())),
      ]).flat(),
    );
  },
];

/** R1: wrong codes in every way, across a restart, and for two hours on one account. Comparisons are logged. */
export async function codeGuessingTrial(report: Report, stage: Stage): Promise<void> {
  const databaseUrl = await stage.makeDatabase();
  const restarted = { email: '', wrong: '', network: newNetwork() };
  const logs: string[] = [];
  const add = (what: string, unit: string, count: number, target?: Target) =>
    report.add(countFigure('R1', what, unit, count, target));
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(databaseUrl, { env: BEHIND_PROXY }));
    const client = await app.callerOf(null);
    for (const guess of WAYS) {
      const { email } = await makeUser(app.orm);
      const network = newNetwork();
      const wrong = otherCode(await requestSignInCode(app, client, { email, network }));
      await guess(client, { email, wrong, network, link: linkIn(app.mail, email) });
    }
    restarted.email = (await makeUser(app.orm)).email;
    restarted.wrong = otherCode(await requestSignInCode(app, client, restarted));
    for (const headers of times(3, () => fromNetwork(restarted.network))) {
      await post(client, { email: restarted.email, code: restarted.wrong }, headers);
    }
    add(
      `code emails of ${REQUESTS_AT_ONCE} requests at once, in their minute`,
      'emails',
      await askAtOnce(app),
      {
        atMost: 1,
      },
    );
    logs.push(app.server.output());
  });
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(databaseUrl, { env: BEHIND_PROXY }));
    const client = await app.callerOf(null);
    const headers = fromNetwork(restarted.network);
    const { email, wrong } = restarted;
    await Promise.all(times(20, () => post(client, { email, code: wrong }, headers)));
    const { quarters, refusedWithoutLink, refusedByLink } = await guessForHours(app, client);
    logs.push(app.server.output());
    const compared = comparisons(logs.join('\n'));
    const [most] = await app.rows<{ without: number; by_link: number }>(
      'select max(attempts)::int as without, max(link_attempts)::int as by_link from login_challenge',
    );
    const guessedOn = new Set(compared.map(({ challengeId }) => challengeId)).size;
    add('codes guessed on', 'codes', guessedOn, { atLeast: WAYS.length + QUARTERS });
    const perCode = (isByLink: boolean) => mostPerCode(compared.filter((one) => one.isByLink === isByLink));
    const limit = { atMost: MOST_A_CODE };
    add('compared with one code without its link, at most', 'codes', perCode(false), limit);
    add('compared with one code through its link, at most', 'codes', perCode(true), limit);
    add('tries counted on one code without its link, at most', 'tries', most?.without ?? 0, limit);
    add('tries counted on one code through its link, at most', 'tries', most?.by_link ?? 0, limit);
    const hourly = { atMost: MOST_AN_HOUR };
    add('compared for one account in an hour without a link, at most', 'codes', worstHour(quarters), hourly);
    add('attacks that lock a new browser of the owner without the link', 'times', refusedWithoutLink, {
      atMost: QUARTERS,
    });
    add(
      `the owner refused by the email's link, in ${QUARTERS} new browsers and networks`,
      'times',
      refusedByLink,
    );
  });
}

/** Requests a code for one address from many browsers concurrently. Returns the emails sent within the minute. */
async function askAtOnce(app: BenchApp): Promise<number> {
  const { email } = await makeUser(app.orm);
  const client = await app.callerOf(null);
  const ask = () =>
    client.send('POST', '/api/login', { body: { email }, headers: fromNetwork(newNetwork()) });
  await Promise.all(times(REQUESTS_AT_ONCE, ask));
  await app.mail.waitForEmailTo(email);
  // Once a later request's email to another user has arrived, every email that was due has arrived too.
  const other = await makeUser(app.orm);
  await requestSignInCode(app, client, { email: other.email, network: newNetwork() });
  return app.mail.emailsTo(email).length;
}

/** Attacks one account from three networks. After each 15 minutes the owner tries to sign in with a new browser. */
async function guessForHours(app: BenchApp, client: HttpClient) {
  const { email } = await makeUser(app.orm);
  const networks = times(3, newNetwork);
  const quarters: number[] = [];
  let refusedWithoutLink = 0;
  let refusedByLink = 0;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const before = withoutLink(app);
    for (let requests = 0; requests < ASKS_A_QUARTER; requests += 1) {
      await letPass(app, MINUTES_BETWEEN_ASKS);
      const code = await requestSignInCode(app, client, { email, network: networks[requests % 3] ?? '' });
      const tries = networks.flatMap((network) => times(6, () => fromNetwork(network)));
      await Promise.all(tries.map((headers) => post(client, { email, code: otherCode(code) }, headers)));
    }
    quarters.push(withoutLink(app) - before);
    // The owner's request falls within the attacker's minute, so both share the next email.
    const home = newNetwork();
    const codeResponse = await client.send('POST', '/api/login', {
      body: { email },
      headers: fromNetwork(home),
    });
    await letPass(app, 1);
    const code = await requestSignInCode(app, client, { email, network: networks[0] ?? '' });
    const browser = fromNetwork(home, { Cookie: cookiesSetBy(codeResponse) });
    if (!beginsSession(await post(client, { email, code }, browser))) refusedWithoutLink += 1;
    const link = linkIn(app.mail, email);
    const byLink = await post(client, { email, code, link }, fromNetwork(newNetwork()));
    if (!beginsSession(byLink)) refusedByLink += 1;
  }
  return { quarters, refusedWithoutLink, refusedByLink };
}

/** Moves all stored sign-in times back by this many minutes. */
async function letPass(app: BenchApp, minutes: number): Promise<void> {
  const earlier = `- interval '${minutes} minutes'`;
  await app.rows(
    `update login_challenge set sends_at = sends_at ${earlier}, expires_at = expires_at ${earlier},
                                consumed_at = consumed_at ${earlier}`,
  );
  await app.rows(`update rate_limit set window_ends_at = window_ends_at ${earlier}`);
}

interface Comparison {
  readonly challengeId: string;
  readonly isByLink: boolean;
}

function comparisons(log: string): Comparison[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"an incorrect code was entered"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Comparison);
}

const withoutLink = ({ server }: BenchApp) =>
  comparisons(server.output()).filter(({ isByLink }) => !isByLink).length;

function mostPerCode(compared: readonly Comparison[]): number {
  const counts = new Map<string, number>();
  for (const { challengeId } of compared) counts.set(challengeId, (counts.get(challengeId) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

function worstHour(quarters: readonly number[]): number {
  const hours = quarters.map((_, from) => quarters.slice(from, from + QUARTERS_AN_HOUR));
  return Math.max(...hours.map((hour) => hour.reduce((sum, count) => sum + count, 0)));
}

function otherCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
