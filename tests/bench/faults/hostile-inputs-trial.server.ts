import { note } from '#cli/command-output.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { type HostileRequest, hostileRequests } from '#tests/bench/support/hostile-requests.ts';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import { inParallel } from '#tests/bench/support/in-parallel.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { BEHIND_PROXY, fromNetwork, newNetwork } from '#tests/bench/support/sign-in-calls.ts';
import { percentile } from '#tests/bench/support/statistics.ts';
import { type ServedCall, servedCalls } from '#tests/contract/served-calls.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite } from '#tests/factories/user-factory.server.ts';

const INPUTS = 1_000;
const PARALLEL = 2;
const SEED = 14;
const BOUNCE_TOKEN = 'a-token-that-only-this-trial-knows';
/** Internals that no response may contain. None of the inputs contain them either. */
const INSIDES =
  /\n\s+at \S+ \(|node_modules|\bchunks\/|Exception\b|violates |syntax error at|invalid input syntax|relation "|select .+ from "?\w+"? where|ECONN|\bpg_/i;

/** R14: sends a thousand hostile inputs to each REST call as an administrator: paths, queries, bodies, and headers. */
export async function hostileInputsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const env = { ...BEHIND_PROXY, BOUNCE_TOKEN };
    const app = await keep(openBenchApp(await stage.makeDatabase(), { env }));
    const { admin, pathOf } = await makeScene(app);
    // Deletions run last, so that the other calls still find their data.
    const calls = (await servedCalls()).toSorted((one, other) => rankOf(one) - rankOf(other));
    const results = { errors: 0, insides: 0, p99: 0 };
    for (const [nth, call] of calls.entries()) {
      const responses = await sendAll(app, { admin, path: pathOf(call), call, seed: SEED + nth });
      const errors = responses.filter(({ status }) => status >= 500);
      const insides = responses.filter(({ body }) => INSIDES.test(body));
      for (const { status, body, request } of [...errors, ...insides].slice(0, 3)) {
        note(
          `${call.call} returned ${status} ${body.slice(0, 300)} to ${JSON.stringify(request).slice(0, 600)}`,
        );
      }
      results.errors += errors.length;
      results.insides += insides.length;
      const times = responses.map(({ ms }) => ms);
      results.p99 = Math.max(results.p99, percentile(times, 0.99));
    }
    const what = `${calls.length} calls, ${INPUTS} hostile inputs each`;
    report.add(countFigure('R14', `${what}: responses of 500 or more`, 'responses', results.errors));
    report.add(countFigure('R14', `${what}: a stack or SQL in the response`, 'responses', results.insides));
    report.add(plainFigure('R14', `${what}: p99 of the slowest call`, 'ms', [results.p99], { atMost: 100 }));
  });
}

function rankOf({ method }: ServedCall): number {
  return method === 'DELETE' ? 1 : 0;
}

interface Sending {
  readonly admin: string;
  readonly path: string;
  readonly call: ServedCall;
  readonly seed: number;
}

/** Each call has its own session, because one of the calls ends it. */
async function sendAll(
  app: BenchApp,
  { admin, path, call, seed }: Sending,
): Promise<(ClientResponse & { request: HostileRequest })[]> {
  const client = await app.callerOf(admin);
  const requests = hostileRequests(call, path, { count: INPUTS, seed });
  const responses: (ClientResponse & { request: HostileRequest })[] = [];
  await inParallel(PARALLEL, requests.length, async (nth) => {
    const request = requests[nth];
    if (request === undefined) return;
    const headers = fromNetwork(newNetwork(), {
      Authorization: `Bearer ${BOUNCE_TOKEN}`,
      ...request.headers,
    });
    responses.push({ ...(await client.send(call.method, request.path, { ...request, headers })), request });
  });
  client.close();
  return responses;
}

async function makeScene(app: BenchApp) {
  const { orm } = app;
  const year = await makeYear(orm);
  const school = await makeSchool(orm);
  const { user } = await makeCounselor(orm, [school.id]);
  const invite = await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
  const designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id },
    ...{ status: 'PENDING', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  const delivery = await makeDelivery(orm, { status: 'PAUSED', emails: [{ to: 'waiting@x.example.org' }] });
  /** Ids by the start of the path, with longer prefixes first. */
  const ids: readonly (readonly [beginning: string, id: string])[] = [
    ['designations/download/highschool', school.id],
    ['designations/download/user', user.id],
    ['designations/download/year', year.id],
    ['emails/deliveries', delivery.id],
    ['users/invites', invite.id],
    ['academicYears', year.id],
    ['designations', designation.id],
    ['emails', await makeTemplate(orm)],
    ['highschools', school.id],
    ['users', user.id],
  ];
  const named: Readonly<Record<string, string>> = {
    highSchoolId: school.id,
    userId: user.id,
    inviteId: invite.staffInviteIds[0] ?? '',
  };
  return {
    admin: (await makeAdmin(orm)).id,
    pathOf: ({ path }: ServedCall) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        return named[name] ?? ids.find(([beginning]) => path.startsWith(beginning))?.[1] ?? '';
      }),
  };
}
