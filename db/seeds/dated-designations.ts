import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import type { DemoDesignation } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { RETURNED_SCHOOL } from './demo-schools.ts';
import { COLLEAGUE, demoUsers } from './demo-staff.ts';
import type { SeedEvent } from './insert-rows.server.ts';
import { daysBefore } from './seed-columns.ts';
import { SeededRandom, seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const COLLEAGUE_ID = seedId(COLLEAGUE.email);
const DAYS_OF_A_YEAR = 365;
const SHARE_OF_COLLEAGUE = 40;

/** A designation of the demo with its ID, people, and times. */
export interface DatedDesignation {
  readonly designation: DemoDesignation;
  readonly id: string;
  readonly submitterId: string;
  readonly startedAt: Date;
  /** The first submission and its return; null if it wasn't returned before the last submission. */
  readonly earlier: { readonly submittedAt: Date; readonly returnedAt: Date } | null;
  /** The last submission. */
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly downloadedAt: Date | null;
}

/** Returns the demo's designations with times that count back from `now`. */
export function datedDesignations(designations: readonly DemoDesignation[], now: Date): DatedDesignation[] {
  const submitters = submittersBySchool();
  return designations.map((designation) => datesOf(designation, now, submitters));
}

function datesOf(
  designation: DemoDesignation,
  now: Date,
  submitters: ReadonlyMap<string, string>,
): DatedDesignation {
  const { school, year, startedDaysAgo, submittedDaysAgo, decidedDaysAgo, earlierReturn } = designation;
  const name = `${school.name} ${year}`;
  const moment = (days: number, what: string) => daysBefore(now, days, `${what} ${name}`);
  return {
    designation,
    id: seedId(`designation ${name}`),
    submitterId: seedId(submitters.get(school.name) ?? DEMO_PEOPLE.administrator.email),
    startedAt: moment(startedDaysAgo, 'started'),
    earlier: earlierReturn && {
      submittedAt: moment(earlierReturn.submittedDaysAgo, 'first submitted'),
      returnedAt: moment(earlierReturn.returnedDaysAgo, 'returned'),
    },
    submittedAt: submittedDaysAgo === null ? null : moment(submittedDaysAgo, 'submitted'),
    decidedAt: decidedDaysAgo === null ? null : moment(decidedDaysAgo, 'decided'),
    downloadedAt: year === ACTIVE_DEMO_YEAR ? null : downloadedAt(now, year),
  };
}

/** Returns the download time: closed years were downloaded in the following winter. */
export function downloadedAt(now: Date, year: number): Date {
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

/** Returns a designation's events, oldest first: created, submitted, returned and submitted again, and decided. */
export function eventsOf(dated: DatedDesignation): SeedEvent[] {
  const { designation, id, submitterId, startedAt, earlier, submittedAt, decidedAt } = dated;
  const { status, classSize, criteria, reasons, note, students, earlierReturn } = designation;
  const subject = ['DESIGNATION', id] as const;
  const bySchool = { actorId: submitterId, subject };
  const byOffice = { actorId: reviewerIdOf(designation.school.name), subject };
  const entered = {
    status: { from: 'STARTED', to: 'PENDING' },
    classSize: { from: null, to: classSize },
    criteria: { from: null, to: criteria },
    students: {
      ...{ from: 0, to: students.length, removed: [], changed: [] },
      added: students.map((_, at) => studentIdOf(id, at)),
    },
  };
  const events: SeedEvent[] = [
    {
      ...bySchool,
      at: startedAt,
      kind: 'designation.created',
      changes: { acceptedTermsAndConditions: true },
    },
  ];
  if (earlier !== null && earlierReturn !== null) {
    const decision = { reasons: earlierReturn.reasons, note: earlierReturn.note, notified: true };
    const changes = { status: { from: 'PENDING', to: 'RETURNED' }, decision };
    events.push(
      { ...bySchool, at: earlier.submittedAt, kind: 'designation.submitted', changes: entered },
      { ...byOffice, at: earlier.returnedAt, kind: 'designation.returned', changes },
    );
  }
  if (submittedAt !== null) {
    const changes = earlierReturn === null ? entered : correctionOf(dated);
    events.push({ ...bySchool, at: submittedAt, kind: 'designation.submitted', changes });
  }
  if (decidedAt !== null) {
    const decision = { reasons, note, notified: true };
    const changes = { status: { from: 'PENDING', to: status }, decision };
    events.push({ ...byOffice, at: decidedAt, kind: `designation.${status.toLowerCase()}`, changes });
  }
  return events;
}

/** Each school has one reviewer. The administrator to sign in as reviews the counselor's. */
function reviewerIdOf(school: string): string {
  const isColleague = new SeededRandom(`reviewer ${school}`).percent(SHARE_OF_COLLEAGUE);
  return isColleague && school !== RETURNED_SCHOOL ? COLLEAGUE_ID : ADMINISTRATOR_ID;
}

/** Returns what the second submission changed: the first student's entry. */
function correctionOf({ id, designation: { students, earlierReturn } }: DatedDesignation) {
  const field = earlierReturn?.before.dateOfBirth === students[0]?.dateOfBirth ? 'address1' : 'dateOfBirth';
  return {
    status: { from: 'RETURNED', to: 'PENDING' },
    students: {
      ...{ from: students.length, to: students.length, added: [], removed: [] },
      changed: [{ id: studentIdOf(id, 0), fields: [field] }],
    },
  };
}

export function studentIdOf(designationId: string, position: number): string {
  return seedId(`student ${designationId} ${position}`);
}
