import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORTS_AT_ONCE } from '#app/domain/exports/export-file.server.ts';
import { contentOf } from '#app/components/designate/draft/draft.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { designationSize, STUDENTS_MAX, CLASS_SIZE_PER_STUDENT } from '#app/schemas/designation-size.ts';

import { DesignationResponseSchema } from '#app/schemas/designation.ts';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { plainFigure } from '#tests/bench/support/figures.ts';
import type { HttpClient, Sent } from '#tests/bench/support/http-client.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { benchStudent } from '#tests/bench/support/submission.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

const ORDINARY = 100;
const ROUNDS = 5;
const AT_ONCE = 10;
const PROBE_EVERY_MS = 2;
const QUIET_MS = 1_000;

interface List {
  readonly id: string;
  readonly students: number;
  /** The query string of the designate steps. */
  readonly place: string;
  readonly people: { readonly counselorId: string; readonly adminId: string };
  readonly school: HttpClient;
  readonly office: HttpClient;
}

type Ask = (list: List) => Promise<void>;

/** R23: the latency of `/healthz` while the largest allowed list is rendered, saved, imported, and exported. */
export async function largestListsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const academicYear = await makeYear(app.orm);
    const probe = await app.callerOf(null);
    const lists = [];
    for (const students of [ORDINARY, STUDENTS_MAX])
      lists.push(await makeList(app, academicYear.id, students));
    for (const list of lists) for (const ask of Object.values(ASKED)) await ask(list);
    const idle = await rounds(() => longestWait(probe, () => sleep(QUIET_MS)));
    report.add(plainFigure('R23', '/healthz of an idle server', 'ms', idle, { atMost: 30 }));
    for (const list of lists) {
      for (const [what, ask] of Object.entries(ASKED)) {
        const waits = await rounds(() => longestWait(probe, () => ask(list)));
        const most = list.students > ORDINARY ? 100 : 30;
        report.add(plainFigure('R23', `${list.students} students: ${what}`, 'ms', waits, { atMost: most }));
      }
    }
    const [, largest] = lists;
    if (largest === undefined) throw new Error('No list was made.');
    // One session per request, because the server limits the concurrent requests of a session.
    const sessions = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => ({ ...largest, ...(await signIn(app, largest.people)) })),
    );
    for (const [what, ask] of Object.entries(ASKED)) {
      const some = ask === ASKED['exporting'] ? sessions.slice(0, EXPORTS_AT_ONCE) : sessions;
      const all = () => Promise.all(some.map((session) => ask(session)));
      const waits = await rounds(() => longestWait(probe, all));
      report.add(
        plainFigure('R23', `${STUDENTS_MAX} students, ${some.length} at once: ${what}`, 'ms', waits, {
          atMost: 1_000,
        }),
      );
    }
  });
}

const ASKED: Readonly<Record<string, Ask>> = {
  'the students page': ({ school, place }) => expectStatus(school, 'GET', `/designate/students?${place}`),
  'the review page': ({ school, place }) => expectStatus(school, 'GET', `/designate/review?${place}`),
  'the details page': ({ office, id }) => expectStatus(office, 'GET', `/designations/${id}`),
  'the edit page': ({ office, id }) => expectStatus(office, 'GET', `/designations/${id}/edit/students`),
  'reading via the REST API': ({ office, id }) => expectStatus(office, 'GET', `/api/designations/${id}`),
  'saving via the REST API': async (list) => {
    const students = (await storedStudents(list)).map((student) => ({ ...student, middle: nextMiddle() }));
    await expectStatus(list.school, 'PATCH', `/api/designations/${list.id}`, { body: { students } });
  },
  'saving by the form, without scripts': async (list) => {
    const students = (await storedStudents(list)).map((student) => ({ ...student, middle: nextMiddle() }));
    const version = await versionOf(list);
    const body = new URLSearchParams({
      intent: 'review',
      version,
      overwrite: version,
      list: JSON.stringify(students),
    });
    // 412 is allowed, because concurrent saves of the same list conflict.
    await expectStatus(list.school, 'POST', `/designate/students?${list.place}`, { body }, [302, 412]);
  },
  'the import without scripts': async (list) => {
    const students = await storedStudents(list);
    await expectStatus(list.school, 'POST', `/designate/students?${list.place}`, importOf(students));
  },
  exporting: ({ office, id }) => expectStatus(office, 'GET', `/api/designations/download/${id}`),
};

let names = 0;

/** Returns a new middle name each time, so that every save changes every student. */
function nextMiddle(): string {
  names += 1;
  return `M${names}`;
}

async function makeList(app: BenchApp, academicYearId: string, students: number): Promise<List> {
  const school = await makeSchool(app.orm);
  const { user } = await makeCounselor(app.orm, [school.id]);
  const { id } = await makeDesignation(app.orm, {
    highSchoolId: school.id,
    academicYearId,
    submittedById: user.id,
    classSize: students * CLASS_SIZE_PER_STUDENT,
    criteria: 'CUMULATIVE_GPA',
    students: Array.from({ length: students }, (_, place) => benchStudent(place)),
  });
  if (designationSize(students * CLASS_SIZE_PER_STUDENT) !== students)
    throw new Error('No class has so many students.');
  const place = new URLSearchParams({ school: school.id, year: academicYearId }).toString();
  const people = { counselorId: user.id, adminId: (await makeAdmin(app.orm)).id };
  return { id, students, place, people, ...(await signIn(app, people)) };
}

async function signIn(app: BenchApp, { counselorId, adminId }: List['people']) {
  return { school: await app.callerOf(counselorId), office: await app.callerOf(adminId) };
}

async function readDesignation({ school, id }: List) {
  const { body } = await school.send('GET', `/api/designations/${id}`);
  return DesignationResponseSchema.parse(JSON.parse(body));
}

async function storedStudents(list: List): Promise<readonly DraftStudent[]> {
  return contentOf(await readDesignation(list)).students;
}

async function versionOf(list: List): Promise<string> {
  return String((await readDesignation(list)).version);
}

function importOf(students: readonly DraftStudent[]): Sent {
  const rows = students.map(
    ({ first, last, phone, email, address }) =>
      `${first},${last},5/6/2009,"${phone}",${email},${address.address1},${address.city},${address.zip5}`,
  );
  const file = ['First name,Last name,Date of birth (mm/dd/yyyy),Phone,Email,Address1,City,Zipcode', ...rows];
  const part = (name: string, text: string, more = '') =>
    `--part\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const body = [
    part('intent', 'import'),
    part('version', '1'),
    part('list', JSON.stringify(students)),
    part('csv', file.join('\n'), '; filename="list.csv"\r\nContent-Type: text/csv'),
    '--part--\r\n',
  ];
  return { body: body.join(''), headers: { 'Content-Type': 'multipart/form-data; boundary=part' } };
}

async function expectStatus(
  client: HttpClient,
  method: string,
  path: string,
  sent: Sent = {},
  statuses: readonly number[] = [200],
): Promise<void> {
  const { status, body } = await client.send(method, path, sent);
  if (!statuses.includes(status))
    throw new Error(`${method} ${path} returned ${status}: ${body.slice(0, 300)}`);
}

async function rounds(measure: () => Promise<number>): Promise<number[]> {
  const measured = [];
  for (let round = 0; round < ROUNDS; round += 1) measured.push(await measure());
  return measured;
}

async function longestWait(probe: HttpClient, work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const done = work().finally(() => {
    state.isDone = true;
  });
  let longest = 0;
  while (!state.isDone) {
    const { ms } = await probe.send('GET', '/healthz');
    longest = Math.max(longest, ms);
    await sleep(PROBE_EVERY_MS);
  }
  await done;
  return longest;
}
