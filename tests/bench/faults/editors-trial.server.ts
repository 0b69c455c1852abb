import { randomUUID } from 'node:crypto';
import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import { inParallel } from '#tests/bench/support/in-parallel.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 500;
const PARALLEL = 4;
/** Class sizes of one band of ten: an administrator may only change the size within its band. */
const [SMALLEST_SIZE, SIZES] = [20, 10];
const METHOD = { criteria: 'CUMULATIVE_GPA', criteriaComment: '' } as const;

/** A designation that two users have open at the same version. */
interface Opened {
  readonly id: string;
  readonly step: string;
  readonly version: number;
  readonly counselorId: string;
}
interface Editors {
  readonly school: HttpClient;
  readonly office: HttpClient;
}
type Channel = (editors: Editors, opened: Opened, classSize: number) => Promise<ClientResponse>;

const form = (fields: Record<string, string | number>) => ({
  body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
});

/** The REST API, the school's form, the school page's autosave, and the office's form. */
const CHANNELS: readonly Channel[] = [
  ({ school }, { id, version }, classSize) =>
    school.send('PATCH', `/api/designations/${id}`, {
      body: { classSize },
      headers: { 'If-Match': `"${version}"` },
    }),
  ({ school }, { step, version }, classSize) =>
    school.send('POST', step, form({ version, classSize, ...METHOD })),
  ({ school }, { id, version, counselorId }, classSize) =>
    school.send('PATCH', `/designate/editing/${id}`, {
      body: { tabId: randomUUID(), userId: counselorId, version, classSize, ...METHOD, students: [] },
    }),
  ({ office }, { id, version }, classSize) =>
    office.send('POST', `/designations/${id}`, form({ intent: 'correct', version, classSize, ...METHOD })),
];
const PAIRS = CHANNELS.flatMap((channel, index) =>
  CHANNELS.slice(index).map((other) => [channel, other] as const),
);

/** R8: two users change the same version of a designation, in every pair of channels. */
export async function editorsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    const editing = await startEditing(app);
    const counts = { overwritten: 0, untrue: 0, errors: 0 };
    await inParallel(PARALLEL, ROUNDS, async (round) => {
      const [one, other] = PAIRS[round % PAIRS.length] ?? [];
      const opened = await editing.open();
      if (one === undefined || other === undefined) return;
      const sizes = [1, 2].map((step) => SMALLEST_SIZE + ((opened.classSize + step) % SIZES));
      const [first = 0, second = 0] = round % 2 === 0 ? sizes : sizes.toReversed();
      const responses = await Promise.all([
        one(editing.editors, opened, first),
        other(editing.editors, opened, second),
      ]);
      const done = [first, second].filter((_, index) => (responses[index]?.status ?? 500) < 400);
      const stored = await storedOf(app, opened.id);
      if (done.length > 1 || stored.version > opened.version + 1) counts.overwritten += 1;
      if (done.length !== 1 || stored.classSize !== done[0]) counts.untrue += 1;
      if (responses.some(({ status }) => status >= 500)) counts.errors += 1;
      editing.close(opened.id);
    });
    const add = (what: string, count: number) =>
      report.add(
        countFigure(
          'R8',
          `${ROUNDS} × two editors, ${PAIRS.length} pairs of channels: ${what}`,
          'rounds',
          count,
        ),
      );
    add('silent overwrites', counts.overwritten);
    add('not exactly one response says that it is saved, or another one stored', counts.untrue);
    add('a response of 500 or more', counts.errors);
  });
}

/** Makes one designation per lane, so that no two rounds share one at the same time. */
async function startEditing(app: BenchApp) {
  const { id: academicYearId } = await makeYear(app.orm);
  const schools = await Promise.all(Array.from({ length: PARALLEL }, () => makeSchool(app.orm)));
  const { user } = await makeCounselor(
    app.orm,
    schools.map(({ id }) => id),
  );
  const admin = await makeAdmin(app.orm);
  const steps = new Map<string, string>();
  for (const { id: highSchoolId } of schools) {
    const { id } = await makeDesignation(app.orm, {
      ...{ highSchoolId, academicYearId, submittedById: user.id },
      ...{ classSize: SMALLEST_SIZE, ...METHOD },
    });
    steps.set(id, `/designate/method?school=${highSchoolId}&year=${academicYearId}`);
  }
  const waiting = [...steps.keys()];
  return {
    editors: { school: await app.callerOf(user.id), office: await app.callerOf(admin.id) },
    open: async () => {
      const id = waiting.shift() ?? '';
      return { id, step: steps.get(id) ?? '', counselorId: user.id, ...(await storedOf(app, id)) };
    },
    close: (id: string) => waiting.push(id),
  };
}

async function storedOf(app: BenchApp, id: string) {
  const [row] = await app.rows<{ version: number; class_size: number }>(
    'select version, class_size from designation where id = ?',
    [id],
  );
  if (row === undefined) throw new Error('The designation is gone.');
  return { version: row.version, classSize: row.class_size };
}
