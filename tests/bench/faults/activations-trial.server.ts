import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, type Target } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 100;
const YEARS = 10;
const FIRST_YEAR = 2020;
const FIRST_MADE_YEAR = 2100;

/** R7: activates ten years concurrently, through the REST API and the form, while another year is created as ACTIVE. */
export async function activationsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const office = await app.callerOf((await makeAdmin(app.orm)).id);
    const years: MadeYear[] = [];
    for (let nth = 0; nth < YEARS; nth += 1) {
      years.push(await makeYear(app.orm, { year: FIRST_YEAR + nth, status: 'INACTIVE' }));
    }
    const watch = watchActive(app);
    const counts = { wrong: 0, errors: 0, refused: 0, byForm: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { byRest, byForm } = await activateAtOnce(app, office, years, round);
      const responses = [...byRest, ...byForm];
      if ((await countActive(app)) !== 1) counts.wrong += 1;
      counts.errors += responses.filter(({ status }) => status >= 500).length;
      counts.refused += byRest.filter(({ status }) => status >= 400).length;
      counts.byForm += byForm.filter(({ status }) => status === 302).length;
    }
    const add = (what: string, unit: string, count: number, target?: Target) =>
      report.add(
        countFigure('R7', `${ROUNDS} × ${YEARS + 1} years made ACTIVE at once: ${what}`, unit, count, target),
      );
    add('not exactly one ACTIVE afterwards', 'rounds', counts.wrong);
    add('responses of 500 or more', 'responses', counts.errors);
    add('refused without a reason', 'responses', counts.refused);
    add('moments with another number of ACTIVE years', 'moments', await watch.stop());
    add('years whose events do not tell their status', 'years', await countUnrecorded(app));
    add('made ACTIVE by the form', 'responses', counts.byForm, { atLeast: 1 });
  });
}

/** The form also sends which year it showed as active, so it is refused if another activation came first. */
async function activateAtOnce(
  app: BenchApp,
  office: HttpClient,
  years: readonly MadeYear[],
  round: number,
): Promise<{ byRest: ClientResponse[]; byForm: ClientResponse[] }> {
  const [active] = await app.rows<{ id: string }>(`select id from academic_year where status = 'ACTIVE'`);
  const versions = await app.rows<{ id: string; version: number }>('select id, version from academic_year');
  const byRest: Promise<ClientResponse>[] = [];
  const byForm: Promise<ClientResponse>[] = [];
  for (const [nth, { id }] of years.entries()) {
    if ((nth + round) % 3 > 0) {
      byRest.push(office.send('PATCH', `/api/academicYears/${id}`, { body: { status: 'ACTIVE' } }));
      continue;
    }
    const version = versions.find((one) => one.id === id)?.version ?? 0;
    const form = { intent: 'choose', chosen: `${id}.${version}`, ...(active && { instead: active.id }) };
    byForm.push(office.send('POST', '/years', { body: new URLSearchParams(form) }));
  }
  const created = { year: FIRST_MADE_YEAR + round, status: 'ACTIVE' };
  byRest.push(office.send('POST', '/api/academicYears', { body: created }));
  return { byRest: await Promise.all(byRest), byForm: await Promise.all(byForm) };
}

async function countActive(app: BenchApp): Promise<number> {
  const [row] = await app.rows<{ count: number }>(
    `select count(*)::int as count from academic_year where status = 'ACTIVE'`,
  );
  return row?.count ?? 0;
}

/** Polls until stopped. Returns how often it saw several ACTIVE years, or none after the first one. */
function watchActive(app: BenchApp): { stop(): Promise<number> } {
  const end = new AbortController();
  const watch = async () => {
    const counts: number[] = [];
    while (!end.signal.aborted) counts.push(await countActive(app));
    return counts.filter((count, nth) => count > 1 || (count === 0 && nth > counts.indexOf(1))).length;
  };
  const watching = watch();
  return {
    stop: () => {
      end.abort();
      return watching;
    },
  };
}

/** Counts years whose status doesn't match the activations and deactivations in their events. */
async function countUnrecorded(app: BenchApp): Promise<number> {
  const [row] = await app.rows<{ count: number }>(
    `select count(*)::int as count from academic_year y where (y.status = 'ACTIVE') <> (
       select coalesce(sum(case e.changes #>> '{status,to}' when 'ACTIVE' then 1 when 'INACTIVE' then -1 end), 0) = 1
         from event e where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = y.id)`,
  );
  return row?.count ?? 0;
}
