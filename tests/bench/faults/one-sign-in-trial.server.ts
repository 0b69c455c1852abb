import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, type Target } from '#tests/bench/support/figures.ts';
import { type ClientResponse, cookiesSetBy, type HttpClient } from '#tests/bench/support/http-client.ts';
import { mutatedCookies } from '#tests/bench/support/mutated-cookies.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import {
  requestSignInCode,
  beginsSession,
  BEHIND_PROXY,
  fromNetwork,
  newNetwork,
} from '#tests/bench/support/sign-in-calls.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 30;
const AT_ONCE = 50;

/** R2: enters the correct code 50 times concurrently, through the REST API and the form, then tries forged cookies. */
export async function oneSignInTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase(), { env: BEHIND_PROXY }));
    const anonymous = await app.callerOf(null);
    const counts = { notOne: 0, errors: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await makeUser(app.orm);
      const network = newNetwork();
      const code = await requestSignInCode(app, anonymous, { email: user.email, network });
      const responses = await enterAtOnce(anonymous, { email: user.email, code }, network);
      const sessions = await app.rows('select from session where user_id = ?', [user.id]);
      if (responses.filter(beginsSession).length !== 1 || sessions.length !== 1) counts.notOne += 1;
      counts.errors += responses.filter(({ status }) => status >= 500).length;
    }
    const add = (what: string, unit: string, count: number, target?: Target) =>
      report.add(countFigure('R2', what, unit, count, target));
    const what = `${ROUNDS} right codes, each ${AT_ONCE} times at once`;
    add(`${what}: not exactly one session`, 'rounds', counts.notOne);
    add(`${what}: responses of 500 or more`, 'responses', counts.errors);
    const { tried, takeovers, errors } = await tryCookies(app, anonymous);
    add('mutated cookies tried', 'cookies', tried, { atLeast: 300 });
    add('mutated cookies: takeovers', 'responses', takeovers);
    add('mutated cookies: responses of 500 or more', 'responses', errors);
  });
}

function enterAtOnce(
  anonymous: HttpClient,
  entered: Record<string, string>,
  network: string,
): Promise<ClientResponse[]> {
  const headers = fromNetwork(network);
  return Promise.all(
    Array.from({ length: AT_ONCE }, (_, nth) =>
      nth % 2 === 0
        ? anonymous.send('POST', '/api/login/code', { body: entered, headers })
        : anonymous.send('POST', '/login', { body: new URLSearchParams(entered), headers }),
    ),
  );
}

async function tryCookies(app: BenchApp, anonymous: HttpClient) {
  const [attacker, victim] = [await makeUser(app.orm), await makeUser(app.orm)];
  const remembered = await anonymous.send('POST', '/login', {
    body: new URLSearchParams({ email: victim.email }),
    headers: fromNetwork(newNetwork()),
  });
  const [own, others] = [await app.cookieOf(attacker.id), await app.cookieOf(victim.id)];
  const cookies = mutatedCookies({ own, others, signed: cookiesSetBy(remembered), victim });
  const whoIs = (cookie: string) => anonymous.send('GET', '/api/users/@me', { headers: { Cookie: cookie } });
  if (!(await whoIs(others)).body.includes(victim.id)) throw new Error('The whole cookie signs no one in.');
  const responses: ClientResponse[] = [];
  for (const cookie of cookies) responses.push(await whoIs(cookie));
  const code = await requestSignInCode(app, anonymous, { email: attacker.email, network: newNetwork() });
  const asVictim = { email: victim.email, code };
  const headers = { ...fromNetwork(newNetwork()), Cookie: cookiesSetBy(remembered) };
  const entered = [
    await anonymous.send('POST', '/login', { body: new URLSearchParams(asVictim), headers }),
    await anonymous.send('POST', '/api/login/code', { body: asVictim, headers }),
  ];
  const newcomer = { email: 'newcomer@school.example.org' };
  const proven = await anonymous.send('POST', '/api/login/code', {
    body: {
      ...newcomer,
      code: await requestSignInCode(app, anonymous, { ...newcomer, network: newNetwork() }),
    },
    headers: fromNetwork(newNetwork()),
  });
  const account = { email: victim.email, firstName: 'Eve', lastName: 'Other', phone: '(907) 555-0100' };
  entered.push(
    await anonymous.send('POST', '/api/create-account', {
      body: account,
      headers: { Cookie: cookiesSetBy(proven) },
    }),
  );
  const sessions = await app.rows('select from session where user_id = ?', [victim.id]);
  const all = [...responses, ...entered];
  return {
    tried: cookies.length,
    takeovers:
      responses.filter(({ body }) => body.includes(victim.id)).length +
      entered.filter(({ status }) => status < 400).length +
      (sessions.length - 1),
    errors: all.filter(({ status }) => status >= 500).length,
  };
}
