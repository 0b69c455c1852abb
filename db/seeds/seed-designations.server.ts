import type { EntityManager } from '@mikro-orm/postgresql';
import { TERMS_VERSION } from '#app/config/constants.ts';
import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';
import { type DatedDesignation, downloadedAt, eventsOf, studentIdOf } from './dated-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import type { DemoStudent } from './demo-students.ts';
import { ACTIVE_DEMO_YEAR, DEMO_YEARS } from './demo-years.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { addressColumns, timestamps } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);

export async function seedDesignations(
  em: EntityManager,
  now: Date,
  dated: readonly DatedDesignation[],
): Promise<void> {
  await insertRows(em, 'designation', dated.map(designationRow));
  await insertRows(em, 'student', dated.flatMap(studentRows));
  await seedReturnedContents(em, dated);
  await insertEvents(em, dated.flatMap(eventsOf));
  await seedDisclosures(em, now, dated);
}

function designationRow({
  designation,
  id,
  submitterId,
  startedAt,
  earlier,
  submittedAt,
  decidedAt,
  downloadedAt,
}: DatedDesignation) {
  return {
    id,
    high_school_id: seedId(designation.school.name),
    academic_year_id: seedId(`year ${designation.year}`),
    class_size: designation.classSize,
    criteria: designation.criteria,
    criteria_comment: designation.criteriaComment,
    status: designation.status,
    submitted_by_id: submitterId,
    accepted_terms_at: startedAt,
    accepted_terms_version: TERMS_VERSION,
    downloaded_at: downloadedAt,
    reasons: designation.reasons,
    note: designation.note,
    version:
      1 + (earlier === null ? 0 : 2) + [submittedAt, decidedAt].filter((moment) => moment !== null).length,
    ...timestamps(startedAt, decidedAt ?? submittedAt ?? startedAt),
  };
}

function studentRows({ designation, id, startedAt, earlier, submittedAt }: DatedDesignation) {
  const enteredAt = earlier?.submittedAt ?? submittedAt ?? startedAt;
  return designation.students.map((student, position) => ({
    id: studentIdOf(id, position),
    designation_id: id,
    position,
    first: student.first,
    middle: student.middle,
    last: student.last,
    preferred: student.preferred,
    date_of_birth: student.dateOfBirth,
    twin: student.twin,
    phone: student.phone,
    email: student.email,
    parent_email: student.parentEmail,
    ...addressColumns(student.address),
    ...timestamps(enteredAt, position === 0 ? (submittedAt ?? enteredAt) : enteredAt),
  }));
}

/** Stores the contents at a return, to compare with the next submission. A decision other than a return deletes them. */
async function seedReturnedContents(em: EntityManager, dated: readonly DatedDesignation[]): Promise<void> {
  await insertRows(
    em,
    'returned_contents',
    dated.flatMap((one) => {
      const { status, students, earlierReturn } = one.designation;
      const { id, startedAt, submittedAt, decidedAt, earlier } = one;
      if (status === 'RETURNED') {
        const contents = returnedContents(one, students, submittedAt ?? startedAt);
        return [{ designation_id: id, returned_at: decidedAt, contents }];
      }
      if (status !== 'PENDING' || earlier === null || earlierReturn === null) return [];
      const contents = returnedContents(
        one,
        [earlierReturn.before, ...students.slice(1)],
        earlier.submittedAt,
      );
      return [{ designation_id: id, returned_at: earlier.returnedAt, contents }];
    }),
  );
}

async function seedDisclosures(
  em: EntityManager,
  now: Date,
  dated: readonly DatedDesignation[],
): Promise<void> {
  const closed = DEMO_YEARS.filter((year) => year !== ACTIVE_DEMO_YEAR);
  const studentIdsOf = (year: number) =>
    dated
      .filter(({ designation }) => designation.year === year)
      .flatMap(({ id, designation }) => designation.students.map((_, at) => studentIdOf(id, at)));
  await insertRows(
    em,
    'disclosure',
    closed.map((year) => ({
      id: seedId(`disclosure ${year}`),
      at: downloadedAt(now, year),
      actor_id: ADMINISTRATOR_ID,
      channel: 'BROWSER',
      purpose: 'designations.download',
      filter: { year },
      row_count: studentIdsOf(year).length,
      student_ids: studentIdsOf(year),
    })),
  );
}

/** Returns the contents stored for a return. The students were saved at `at`. */
function returnedContents(
  { designation, id }: DatedDesignation,
  students: readonly DemoStudent[],
  at: Date,
): DesignationContents {
  const stored = at.toISOString();
  return DesignationContentsSchema.parse({
    ...designation,
    students: students.map((student, position) => {
      const studentId = studentIdOf(id, position);
      return {
        ...student,
        id: studentId,
        designationId: id,
        address: { firmName: '', urbanization: '', ...student.address, studentId },
        createdAt: stored,
        updatedAt: stored,
      };
    }),
  });
}
