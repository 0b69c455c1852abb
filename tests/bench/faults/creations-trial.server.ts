import { z } from 'zod';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 100;
const AT_ONCE = 50;

const MadeSchema = z.object({ id: z.string() });
const TakenSchema = z.object({ designation: MadeSchema });

/** R6: for a hundred schools, a counselor and an administrator create the same designation 50 times concurrently. */
export async function creationsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const year = await makeYear(app.orm);
    const { user } = await makeCounselor(app.orm, []);
    const callers = [await app.callerOf(user.id), await app.callerOf((await makeAdmin(app.orm)).id)];
    const wrong = { responses: 0, naming: 0, stored: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const school = await makeSchool(app.orm);
      await makeStaff(app.orm, { highSchoolId: school.id, userId: user.id });
      const responses = await createAtOnce(callers, { highSchoolId: school.id, academicYearId: year.id });
      if (!isOneCreatedAndTheOthersRefused(responses)) wrong.responses += 1;
      if (!allNameTheSame(responses)) wrong.naming += 1;
      if (!(await isStoredOnce(app, school.id))) wrong.stored += 1;
    }
    const add = (what: string, count: number) =>
      report.add(countFigure('R6', `${ROUNDS} × ${AT_ONCE} creations at once: ${what}`, 'rounds', count));
    add('not 1 × 201 and 49 × 409', wrong.responses);
    add('a 409 that does not name the one made', wrong.naming);
    add('not one designation and one event stored', wrong.stored);
  });
}

function createAtOnce(callers: readonly HttpClient[], body: object): Promise<ClientResponse[]> {
  const requests = Array.from({ length: AT_ONCE }, (_, nth) =>
    callers[nth % callers.length]?.send('POST', '/api/designations', { body }),
  );
  return Promise.all(requests.filter((sent) => sent !== undefined));
}

function isOneCreatedAndTheOthersRefused(responses: readonly ClientResponse[]): boolean {
  const times = (status: number) => responses.filter((response) => response.status === status).length;
  return times(201) === 1 && times(409) === AT_ONCE - 1;
}

function allNameTheSame(responses: readonly ClientResponse[]): boolean {
  const named = responses.map(({ status, body }) => {
    const answered: unknown = JSON.parse(body);
    return status === 201
      ? MadeSchema.safeParse(answered).data?.id
      : TakenSchema.safeParse(answered).data?.designation.id;
  });
  return new Set(named).size === 1 && named[0] !== undefined;
}

async function isStoredOnce(app: BenchApp, highSchoolId: string): Promise<boolean> {
  const rows = await app.rows<{ events: number }>(
    `select (select count(*)::int from event e where e.subject_id = d.id) as events
       from designation d where d.high_school_id = ?`,
    [highSchoolId],
  );
  return rows.length === 1 && rows[0]?.events === 1;
}
