import type { EntityManager } from '@mikro-orm/postgresql';
import { TERMS_VERSION } from '#app/config/constants.ts';
import { ACTIVE_DEMO_YEAR, DEMO_YEARS, type DemoDesignation, demoDesignations } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { demoUsers } from './demo-staff.ts';
import { type SeedEvent, seedEvents } from './seed-organization.server.ts';
import { insertRows } from './insert-rows.server.ts';
import { addressColumns, daysBefore, stamps } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';
import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-comparison.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const DAYS_OF_A_YEAR = 365;

interface Dated {
  readonly designation: DemoDesignation;
  readonly id: string;
  readonly submitterId: string;
  readonly startedAt: Date;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly downloadedAt: Date | null;
}

export async function seedDesignations(em: EntityManager, now: Date): Promise<void> {
  const submitters = submittersBySchool();
  const dated = demoDesignations().map((designation) => datesOf(designation, now, submitters));
  await insertRows(em, 'designation', dated.map(designationRow));
  await insertRows(em, 'student', dated.flatMap(studentRows));
  await seedReturnedContents(em, dated);
  await seedEvents(em, dated.flatMap(eventsOf));
  await seedDisclosures(em, now, dated);
}

function datesOf(designation: DemoDesignation, now: Date, submitters: ReadonlyMap<string, string>): Dated {
  const { school, year, startedDaysAgo, submittedDaysAgo, decidedDaysAgo } = designation;
  const name = `${school.name} ${year}`;
  const moment = (days: number | null, what: string) =>
    days === null ? null : daysBefore(now, days, `${what} ${name}`);
  return {
    designation,
    id: seedId(`designation ${name}`),
    submitterId: seedId(submitters.get(school.name) ?? DEMO_PEOPLE.administrator.email),
    startedAt: daysBefore(now, startedDaysAgo, `started ${name}`),
    submittedAt: moment(submittedDaysAgo, 'submitted'),
    decidedAt: moment(decidedDaysAgo, 'decided'),
    downloadedAt: year === ACTIVE_DEMO_YEAR ? null : downloadedAt(now, year),
  };
}

/** Returns the download time: closed years were downloaded in the following winter. */
function downloadedAt(now: Date, year: number): Date {
  return daysBefore(now, (ACTIVE_DEMO_YEAR - year) * DAYS_OF_A_YEAR - 20, `downloaded ${year}`);
}

/** Returns each school's submitter, its first person. */
function submittersBySchool(): Map<string, string> {
  const submitters = new Map<string, string>();
  for (const { email, positions } of demoUsers()) {
    for (const { school } of positions) if (!submitters.has(school)) submitters.set(school, email);
  }
  return submitters;
}

function designationRow({
  designation,
  id,
  submitterId,
  startedAt,
  submittedAt,
  decidedAt,
  downloadedAt,
}: Dated) {
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
    version: 1 + [submittedAt, decidedAt].filter((moment) => moment !== null).length,
    ...stamps(startedAt, decidedAt ?? submittedAt ?? startedAt),
  };
}

function studentRows({ designation, id, startedAt, submittedAt }: Dated) {
  return designation.students.map((student, position) => ({
    id: seedId(`student ${id} ${position}`),
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
    ...stamps(submittedAt ?? startedAt),
  }));
}

/** Stores the returned contents, so that the next submission can be compared with them. */
async function seedReturnedContents(em: EntityManager, dated: readonly Dated[]): Promise<void> {
  const returned = dated.filter(({ designation }) => designation.status === 'RETURNED');
  await insertRows(
    em,
    'returned_contents',
    returned.map((one) => ({
      designation_id: one.id,
      returned_at: one.decidedAt,
      contents: returnedContents(one.designation, one.id, one.submittedAt ?? one.startedAt),
    })),
  );
}

function eventsOf({ designation, id, submitterId, startedAt, submittedAt, decidedAt }: Dated): SeedEvent[] {
  const { status, classSize, criteria, reasons, note, students } = designation;
  const subject = ['DESIGNATION', id] as const;
  const events: SeedEvent[] = [
    {
      at: startedAt,
      actorId: submitterId,
      kind: 'designation.created',
      subject,
      changes: { acceptedTermsAndConditions: true },
    },
  ];
  if (submittedAt !== null) {
    events.push({
      at: submittedAt,
      actorId: submitterId,
      kind: 'designation.submitted',
      subject,
      changes: {
        status: { from: 'STARTED', to: 'PENDING' },
        classSize: { from: null, to: classSize },
        criteria: { from: null, to: criteria },
        studentCount: students.length,
      },
    });
  }
  if (decidedAt !== null) {
    events.push({
      at: decidedAt,
      actorId: ADMINISTRATOR_ID,
      kind: `designation.${status.toLowerCase()}`,
      subject,
      changes: { status: { from: 'PENDING', to: status }, decision: { reasons, note, notified: true } },
    });
  }
  return events;
}

async function seedDisclosures(em: EntityManager, now: Date, dated: readonly Dated[]): Promise<void> {
  const closed = DEMO_YEARS.filter((year) => year !== ACTIVE_DEMO_YEAR);
  const studentIdsOf = (year: number) =>
    dated
      .filter(({ designation }) => designation.year === year)
      .flatMap(({ id, designation }) => designation.students.map((_, at) => seedId(`student ${id} ${at}`)));
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
function returnedContents(designation: DemoDesignation, id: string, at: Date): DesignationContents {
  const stored = at.toISOString();
  return DesignationContentsSchema.parse({
    ...designation,
    students: designation.students.map((student, position) => {
      const studentId = seedId(`student ${id} ${position}`);
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
