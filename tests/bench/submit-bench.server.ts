import { randomUUID } from 'node:crypto';
import type { StudentInput } from '#app/schemas/student.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openBenchDatabase } from '#tests/bench/support/bench-database.server.ts';
import { comparedFigure, plainFigure } from '#tests/bench/support/figures.ts';
import type { BenchClient } from '#tests/bench/support/load.ts';
import { openRawPostgres, type RawPostgres } from '#tests/bench/support/raw-postgres.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { type Resource, withResources } from '#tests/bench/support/resources.ts';
import { countStatements } from '#tests/bench/support/statement-count.server.ts';
import { inTurn, median } from '#tests/bench/support/statistics.ts';

const STUDENTS = 50;
const SUBMISSIONS = 15;
/** The year that only the bench designates in. */
const YEAR = 2999;

/** A designation that has only been started, its school's counselor, and the superintendent of the first 200 schools. */
interface Started {
  readonly id: string;
  readonly designator_id: string;
  readonly superintendent_id: string;
}

/** P9: a school submits 50 students, beside one multi-row insert of as many. */
export async function submitBench(report: Report): Promise<void> {
  await withResources(async (keep) => {
    const database = await keep(openBenchDatabase());
    const app = await keep(openBenchApp(database.url));
    const postgres = await keep(openRawPostgres(database.url, 1));
    const { started } = await keep(startDesignations(app));
    const take = () => {
      const taken = started.pop();
      if (taken === undefined) throw new Error('Every designation of the bench is submitted already.');
      return taken;
    };
    const product = async () => median(await times(async () => submitAsCounselor(app, take())));
    const reference = async () => median(await times(() => insertStudents(postgres, take().id)));
    await product();
    await reference();
    const measured = await inTurn({ product, reference });
    report.add(comparedFigure('P9', `submit ${STUDENTS} students`, 'ms', measured, { atMost: 3 }));

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
          { atMost: 6 },
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
  const students = Array.from({ length: STUDENTS }, (_, place) => student(place));
  const body = {
    status: 'PENDING',
    classSize: STUDENTS * 10,
    criteria: 'CUMULATIVE_GPA',
    criteriaComment: 'As ever.',
    students,
  };
  return (await client.patch(`/api/designations/${id}`, body)).ms;
}

function student(place: number): StudentInput {
  return {
    first: 'Ada',
    middle: '',
    last: `Winter${place}`,
    preferred: '',
    dateOfBirth: '2009-05-06',
    twin: false,
    phone: '(907) 555-0123',
    email: `ada.winter${place}@students.example.org`,
    parentEmail: '',
    address: {
      address1: '12 Spruce Street',
      address2: '',
      city: 'Sitka',
      state: 'AK',
      zip5: '99835',
      zip4: '',
    },
  };
}

async function insertStudents(postgres: RawPostgres, designationId: string): Promise<number> {
  const now = new Date();
  const rows = Array.from({ length: STUDENTS }, (_, place) => {
    const { first, last, dateOfBirth, phone, email, address } = student(place);
    const { address1, city, state, zip5 } = address;
    const own = [randomUUID(), designationId, place, first, last, dateOfBirth, phone, email, randomUUID()];
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

/** Starts a designation for each of 200 schools in a year of the bench's own; it and the mails are removed at the end. */
async function startDesignations(app: BenchApp): Promise<Resource & { started: Started[] }> {
  const remove = async () => {
    await app.rows(
      `delete from designation where academic_year_id in (select id from academic_year where year = ${YEAR})`,
    );
    await app.rows(`delete from academic_year where year = ${YEAR}`);
    await app.rows('delete from outbox_mail');
  };
  await remove();
  await app.rows(`insert into academic_year (id, year, status, created_at, updated_at)
                  values (gen_random_uuid(), ${YEAR}, 'INACTIVE', now(), now())`);
  const started = await app.rows<Started>(
    `with superintendent as (select user_id as id from high_school_staff group by user_id having count(*) = 200
                              order by user_id limit 1),
          started as (
       insert into designation (id, high_school_id, academic_year_id, submitted_by_id, accepted_terms_at, accepted_terms_version,
                                created_at, updated_at)
       select gen_random_uuid(), s.high_school_id, y.id, s.user_id, now(), 'bench', now(), now()
         from high_school_staff s join academic_year y on y.year = ${YEAR}
        where s.position = 'COUNSELOR' and s.high_school_id in
              (select t.high_school_id from high_school_staff t join superintendent on superintendent.id = t.user_id)
       returning id, submitted_by_id)
     select started.id, started.submitted_by_id as designator_id, superintendent.id as superintendent_id
       from started, superintendent`,
  );
  return { started, close: remove };
}
