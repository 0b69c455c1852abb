import type { EntityManager } from '@mikro-orm/postgresql';
import type { NoteKind } from '#app/schemas/enums.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import type { DatedDesignation } from './dated-designations.ts';
import { DUAL_ENROLLED_AT } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { APPLICATION, COLLEAGUE } from './demo-staff.ts';
import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { alaskaTime, daysBefore } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const COLLEAGUE_ID = seedId(COLLEAGUE.email);
/** An outstanding school that was called and promised to submit. */
const CALLED_SCHOOL = 'Hatcher Pass High School';
const [SCHOOL_WITH_DOUBLE, OTHER_SCHOOL] = DUAL_ENROLLED_AT;
const CALLED_DAYS_AGO = 2;
const SNOOZE_DAYS = 5;
const MINUTE_MS = 60_000;

interface DemoNote {
  readonly school: string;
  readonly designationId: string | null;
  readonly kind: NoteKind;
  readonly authorId: string;
  readonly daysAgo: number;
  readonly text: string;
}

/** Seeds the office's notes: two calls, one of which snoozes a school, and a note about a student on two lists. */
export async function seedNotes(
  em: EntityManager,
  now: Date,
  designations: readonly DatedDesignation[],
): Promise<void> {
  const notes = demoNotes(designations);
  const idOf = (school: string) => seedId(school);
  const atOf = ({ school, daysAgo }: DemoNote) => daysBefore(now, daysAgo, `note ${school}`);
  await insertRows(
    em,
    'internal_note',
    notes.map((note) => ({
      id: seedId(`note ${note.school}`),
      high_school_id: idOf(note.school),
      designation_id: note.designationId,
      author_id: note.authorId,
      kind: note.kind,
      text: note.text,
      created_at: atOf(note),
    })),
  );
  const until = zonedDay(alaskaTime(now, SNOOZE_DAYS, '12:00'), 'America/Anchorage');
  const snoozedAt = new Date(daysBefore(now, CALLED_DAYS_AGO, `note ${CALLED_SCHOOL}`).getTime() + MINUTE_MS);
  await insertRows(em, 'school_snooze', [
    { high_school_id: idOf(CALLED_SCHOOL), until, created_at: snoozedAt },
  ]);
  await insertEvents(em, [
    ...notes.map((note) => ({
      at: atOf(note),
      actorId: note.authorId,
      kind: 'highSchool.noteAdded',
      subject: ['HIGH_SCHOOL', idOf(note.school)] as const,
      changes: { internalNote: note.designationId === null ? {} : { designationId: note.designationId } },
    })),
    {
      at: snoozedAt,
      actorId: COLLEAGUE_ID,
      kind: 'highSchool.snoozed',
      subject: ['HIGH_SCHOOL', idOf(CALLED_SCHOOL)],
      changes: { snoozedUntil: until },
    },
  ]);
}

function demoNotes(designations: readonly DatedDesignation[]): DemoNote[] {
  const double = designations.find(
    ({ designation: { school, year } }) => school.name === SCHOOL_WITH_DOUBLE && year === ACTIVE_DEMO_YEAR,
  );
  return [
    {
      ...{ school: APPLICATION.school, designationId: null, kind: 'CALL', authorId: ADMINISTRATOR_ID },
      daysAgo: 5,
      text: 'Called about the bounced email. Their counselor left last summer. The principal will ask the new one to request access.',
    },
    {
      ...{ school: CALLED_SCHOOL, designationId: null, kind: 'CALL', authorId: COLLEAGUE_ID },
      daysAgo: CALLED_DAYS_AGO,
      text: 'Called after the reminder. The counselor is out this week and will send the list next week.',
    },
    {
      ...{ school: SCHOOL_WITH_DOUBLE, designationId: double?.id ?? null, kind: 'NOTE' },
      ...{ authorId: COLLEAGUE_ID, daysAgo: 1 },
      text: `Student 1 is also on ${OTHER_SCHOOL}'s list. I asked both registrars where the student has the most credits.`,
    },
  ];
}
