import { randomUUID } from 'node:crypto';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { BenchClient } from '#tests/bench/support/load.ts';
import { openRawPostgres, type RawPostgres } from '#tests/bench/support/raw-postgres.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import {
  SCHOOLS_OF_SUPERINTENDENT,
  type Started,
  startDesignations,
} from '#tests/bench/support/started-designations.server.ts';
import { countStatements } from '#tests/bench/support/statement-count.server.ts';
import { inTurn, median } from '#tests/bench/support/statistics.ts';
import { benchStudent, submissionOf } from '#tests/bench/support/submission.ts';

const STUDENTS = 50;
const SUBMISSIONS = 15;

/** P9: a school submits 50 students, compared with one multi-row insert of the same number. */
export async function submitBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    const postgres = await keep(openRawPostgres(database.url, 1));
    const { started } = await keep(startDesignations(app, SCHOOLS_OF_SUPERINTENDENT));
    const take = () => {
      const taken = started.pop();
      if (taken === undefined) throw new Error('Every designation of the bench is already submitted.');
      return taken;
    };
    const product = async () => median(await times(async () => submitAsCounselor(app, take())));
    const reference = async () => median(await times(() => insertStudents(postgres, take().id)));
    await product();
    await reference();
    const measured = await inTurn({ product, reference });
    report.add(comparedFigure('P9', `submit ${STUDENTS} students`, 'ms', measured, { atMost: 12 }));

    const { superintendent_id: superintendentId } = take();
    const counts = await countStatements(database.url, superintendentId, {
      submission: (client) => submit(client, take().id),
    });
    for (const { statements } of counts) {
      report.add(
        plainFigure(
          'P9',
          `submit ${STUDENTS} students, begin and commit counted too`,
          'statements',
          [statements],
          { atMost: 15 },
        ),
      );
    }
  });
}

async function times(measure: () => Promise<number>): Promise<number[]> {
  const ms: number[] = [];
  while (ms.length < SUBMISSIONS) ms.push(await measure());
  return ms;
}

async function submitAsCounselor(
  app: BenchApp,
  { id, designator_id: counselorId }: Started,
): Promise<number> {
  const client = await app.clientOf(counselorId);
  await client.get(`/api/designations/${id}`);
  return submit(client, id);
}

async function submit(client: BenchClient, id: string): Promise<number> {
  return (await client.patch(`/api/designations/${id}`, submissionOf(STUDENTS, id))).ms;
}

async function insertStudents(postgres: RawPostgres, designationId: string): Promise<number> {
  const now = new Date();
  const rows = Array.from({ length: STUDENTS }, (_, index) => {
    const { first, last, dateOfBirth, phone, email, address } = benchStudent(
      index,
      designationId.slice(0, 8),
    );
    const { address1, city, state, zip5 } = address;
    const own = [randomUUID(), designationId, index, first, last, dateOfBirth, phone, email, randomUUID()];
    return [...own, address1, city, state, zip5, now, now];
  });
  const width = rows[0]?.length ?? 0;
  const tuples = rows.map(
    (row, at) => `(${row.map((_, column) => `$${at * width + column + 1}`).join(', ')})`,
  );
  const text = `insert into student (id, designation_id, position, first, last, date_of_birth, phone, email, address_id,
      address_address1, address_city, address_state, address_zip5, created_at, updated_at) values ${tuples.join(', ')}`;
  const startedAt = performance.now();
  await postgres.query(text, rows.flat());
  return performance.now() - startedAt;
}
