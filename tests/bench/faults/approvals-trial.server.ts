import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, type Target } from '#tests/bench/support/figures.ts';
import type { ClientResponse, HttpClient } from '#tests/bench/support/http-client.ts';
import { inParallel } from '#tests/bench/support/in-parallel.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeStaff } from '#tests/factories/user-factory.server.ts';

const ROUNDS = 1_000;
const PARALLEL = 4;
const [SUBMITTED_SIZE, EDITED_SIZE] = [20, 21];

/** A PENDING designation at version 1, and the URL of its review step. */
interface Pending {
  readonly id: string;
  readonly reviewStep: string;
}
type Act = (client: HttpClient, pending: Pending) => Promise<ClientResponse>;

/** Approvals through the REST API, the designation's page, and the bulk page. */
const APPROVALS: readonly Act[] = [
  (office, { id }) =>
    office.send('PATCH', `/api/designations/${id}`, { body: { status: 'APPROVED', notify: false } }),
  (office, { id }) => {
    const form = { intent: 'decide', act: 'save', version: '1', status: 'APPROVED', withoutEmail: 'on' };
    return office.send('POST', `/designations/${id}`, { body: new URLSearchParams(form) });
  },
  (office, { id }) => {
    const form = { action: 'decide', status: 'APPROVED', withoutEmail: 'on', designations: `${id}.1` };
    return office.send('POST', '/designations/bulk', { body: new URLSearchParams(form) });
  },
];

/** School edits: a save and a submission through the REST API, and the form of the last step. */
const EDITS: readonly Act[] = [
  (school, { id }) => school.send('PATCH', `/api/designations/${id}`, { body: { classSize: EDITED_SIZE } }),
  (school, { id }) =>
    school.send('PATCH', `/api/designations/${id}`, { body: { classSize: EDITED_SIZE, status: 'PENDING' } }),
  (school, { reviewStep }) => {
    const form = { version: '1', contents: JSON.stringify({ classSize: EDITED_SIZE }) };
    return school.send('POST', reviewStep, { body: new URLSearchParams(form) });
  },
];

/** R9: an approval and a school's edit run concurrently, a thousand times, in every combination of channels. */
export async function approvalsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const app = await keep(openBenchApp(await stage.makeDatabase()));
    await watchApproved(app);
    const { id: yearId } = await makeYear(app.orm);
    const { user } = await makeCounselor(app.orm, []);
    const school = await app.callerOf(user.id);
    const office = await app.callerOf((await makeAdmin(app.orm)).id);
    const counts = { editedFirst: 0, approvedFirst: 0, untrue: 0, errors: 0 };
    await inParallel(PARALLEL, ROUNDS, async (round) => {
      const pending = await makePending(app, yearId, user.id);
      const approve = () => oneOf(APPROVALS, round)(office, pending);
      const edit = () => oneOf(EDITS, Math.floor(round / APPROVALS.length))(school, pending);
      const isEditSentFirst = round % 2 === 0;
      const [first, second] = isEditSentFirst ? [edit(), approve()] : [approve(), edit()];
      const responses = await Promise.all([first, second]);
      const edited = isEditSentFirst ? responses[0] : responses[1];
      if (responses.some(({ status }) => status >= 500)) counts.errors += 1;
      const { isApproved, isEdited, version } = await storedOf(app, pending.id);
      if (isApproved) counts[isEdited ? 'editedFirst' : 'approvedFirst'] += 1;
      if (isReportedAsDone(edited) !== isEdited || version !== 1 + Number(isEdited) + Number(isApproved))
        counts.untrue += 1;
    });
    const add = (what: string, count: number, target?: Target) =>
      report.add(
        countFigure('R9', `${ROUNDS} approvals against an edit at once: ${what}`, 'rounds', count, target),
      );
    add('edits stored after the approval', await countLateEdits(app));
    add('a response that differs from what is stored, or a change lost', counts.untrue);
    add('a response of 500 or more', counts.errors);
    add('the edit came first', counts.editedFirst, { atLeast: 1 });
    add('the approval came first', counts.approvedFirst, { atLeast: 1 });
  });
}

/** A step's form redirects to the submit step on success, and elsewhere if the step has been closed in the meantime. */
function isReportedAsDone({ status, headers }: ClientResponse): boolean {
  return status === 200 || (status === 302 && headers['location']?.includes('/designate/submit') === true);
}

function oneOf(acts: readonly Act[], nth: number): Act {
  const act = acts[nth % acts.length];
  if (act === undefined) throw new RangeError('No act to choose from.');
  return act;
}

async function makePending(app: BenchApp, academicYearId: string, userId: string): Promise<Pending> {
  const { id: highSchoolId } = await makeSchool(app.orm);
  await makeStaff(app.orm, { highSchoolId, userId });
  const { id } = await makeDesignation(app.orm, {
    ...{ highSchoolId, academicYearId, submittedById: userId, status: 'PENDING' },
    ...{ classSize: SUBMITTED_SIZE, criteria: 'CUMULATIVE_GPA', students: 2 },
  });
  return { id, reviewStep: `/designate/review?school=${highSchoolId}&year=${academicYearId}` };
}

/** Adds triggers that record every change to an approved designation. */
async function watchApproved(app: BenchApp): Promise<void> {
  await app.rows('create table late_edit (designation_id uuid)');
  await app.rows(`
    create function note_late_edit() returns trigger language plpgsql as $$ begin
      insert into late_edit select d.id from designation d
       where d.status = 'APPROVED' and d.id = case tg_table_name when 'designation' then new.id
                                              else (to_jsonb(new) ->> 'designation_id')::uuid end;
      return new;
    end $$`);
  for (const table of ['designation', 'student']) {
    await app.rows(
      `create trigger note_late_edit before insert or update on ${table} for each row execute function note_late_edit()`,
    );
  }
}

async function countLateEdits(app: BenchApp): Promise<number> {
  const [row] = await app.rows<{ count: number }>('select count(*)::int as count from late_edit');
  return row?.count ?? 0;
}

async function storedOf(app: BenchApp, id: string) {
  const [row] = await app.rows<{ status: string; class_size: number; version: number }>(
    'select status, class_size, version from designation where id = ?',
    [id],
  );
  return {
    isApproved: row?.status === 'APPROVED',
    isEdited: row?.class_size === EDITED_SIZE,
    version: row?.version ?? 0,
  };
}
