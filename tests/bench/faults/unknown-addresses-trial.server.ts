import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { BEHIND_PROXY, fromNetwork, newNetwork } from '#tests/bench/support/sign-in-calls.ts';
import { median, rankDeviation } from '#tests/bench/support/statistics.ts';
import { makeInvite, makeUser } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 200;
/** Chance alone exceeds this once in a thousand comparisons. */
const MOST_DEVIATIONS = 3.29;
/** Separates the rounds, so that an email of one round doesn't slow down the next. */
const PAUSE_MS = 5;

const KINDS = ['known', 'unknown', 'deleted', 'invited'] as const;
type Kind = (typeof KINDS)[number];

type ResponsesByKind = Record<Kind, { readonly ms: number[]; readonly responses: Set<string> }>;

/** R3: compares responses and timing of code requests for every kind of address, through the REST API and the form. */
export async function unknownAddressesTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase(), { env: BEHIND_PROXY }));
    const anonymous = await app.callerOf(null);
    for (const [channel, ask] of Object.entries(CHANNELS)) {
      await askAll(app, 20, (email) => ask(anonymous, email));
      const responsesByKind = await askAll(app, ROUNDS, (email) => ask(anonymous, email));
      const responses = new Set(KINDS.flatMap((kind) => [...responsesByKind[kind].responses]));
      const add = (what: string) => `${channel}, ${ROUNDS} addresses of each kind: ${what}`;
      report.add(countFigure('R3', add('different responses'), 'responses', responses.size, { atMost: 1 }));
      for (const kind of KINDS.slice(1)) {
        const [known, other] = [responsesByKind.known.ms, responsesByKind[kind].ms];
        const apart = Math.abs(median(known) - median(other)).toFixed(2);
        const deviations = Math.abs(rankDeviation(known, other));
        const what = add(`known against ${kind}, medians ${apart} ms apart, rank test`);
        report.add(plainFigure('R3', what, 'standard deviations', [deviations], { atMost: MOST_DEVIATIONS }));
      }
    }
  });
}

const CHANNELS: Readonly<Record<string, (anonymous: HttpClient, email: string) => Promise<ClientResponse>>> =
  {
    REST: (anonymous, email) =>
      anonymous.send('POST', '/api/login', { body: { email }, headers: fromNetwork(newNetwork()) }),
    form: (anonymous, email) =>
      anonymous.send('POST', '/login', {
        body: new URLSearchParams({ email }),
        headers: fromNetwork(newNetwork()),
      }),
  };

let addresses = 0;

/** All addresses have the same length and are used once. */
async function makeAddress({ orm }: BenchApp, kind: Kind): Promise<string> {
  addresses += 1;
  const email = `person-${String(addresses).padStart(6, '0')}@x.example.org`;
  if (kind === 'known') await makeUser(orm, { email });
  if (kind === 'deleted') await makeUser(orm, { email, flags: ['DELETED'] });
  if (kind === 'invited') await makeInvite(orm, { email });
  return email;
}

async function askAll(
  app: BenchApp,
  rounds: number,
  ask: (email: string) => Promise<ClientResponse>,
): Promise<ResponsesByKind> {
  const responsesByKind: ResponsesByKind = {
    known: { ms: [], responses: new Set() },
    unknown: { ms: [], responses: new Set() },
    deleted: { ms: [], responses: new Set() },
    invited: { ms: [], responses: new Set() },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of shuffled(KINDS)) {
      const email = await makeAddress(app, kind);
      const response = await ask(email);
      responsesByKind[kind].ms.push(response.ms);
      responsesByKind[kind].responses.add(contentsOf(response, email));
      await app.mail.waitForEmailTo(email);
      await sleep(PAUSE_MS);
    }
  }
  return responsesByKind;
}

/** The whole response without the address and values that differ per request. */
function contentsOf({ status, headers, body }: ClientResponse, email: string): string {
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookies, ...others } = headers;
  const cookie = [cookies ?? []].flat().map((one) => decodeURIComponent(one).replace(/=[^;]+/, '='));
  const policy = others['content-security-policy']?.toString().replaceAll(/'nonce-[^']+'/g, 'nonce');
  return JSON.stringify([status, { ...others, 'content-security-policy': policy }, cookie, body]).replaceAll(
    email,
    'EMAIL',
  );
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
