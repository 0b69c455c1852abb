import type { EntityManager } from '@mikro-orm/postgresql';
import type { MessageSide } from '#app/schemas/designation-message.ts';
import type { DatedDesignation } from './dated-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { RETURNED_SCHOOL } from './demo-schools.ts';
import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { daysBefore } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const HOUR_MS = 3_600_000;
/** The school that wrote with its corrections. */
const WRITING_SCHOOL = 'Baranof High School';

interface DemoMessage {
  readonly designationId: string;
  /** Position in the thread, from 1. */
  readonly number: number;
  readonly side: MessageSide;
  readonly authorId: string;
  readonly text: string;
  readonly at: Date;
  readonly readers: readonly string[];
}

/** Seeds a question that the office answered, and a message that it hasn't read yet. */
export async function seedMessages(
  em: EntityManager,
  now: Date,
  designations: readonly DatedDesignation[],
): Promise<void> {
  const messages = designations
    .filter(({ designation }) => designation.year === ACTIVE_DEMO_YEAR)
    .flatMap((dated) => messagesOf(dated, now));
  await insertRows(
    em,
    'designation_message',
    messages.map(({ designationId, number, side, authorId, text, at }) => ({
      id: seedId(`message ${designationId} ${number}`),
      ...{ designation_id: designationId, number, side, author_id: authorId, text, created_at: at },
    })),
  );
  await insertRows(
    em,
    'message_reading',
    messages.flatMap(({ designationId, number, readers }) =>
      readers.map((reader) => ({ designation_id: designationId, user_id: reader, number })),
    ),
  );
  await insertEvents(
    em,
    messages.map(({ designationId, side, authorId, at }) => ({
      at,
      actorId: authorId,
      kind: 'designation.messageSent',
      subject: ['DESIGNATION', designationId],
      changes: { side },
    })),
  );
}

function messagesOf({ designation, ...dated }: DatedDesignation, now: Date): DemoMessage[] {
  const { id: designationId, submitterId: schoolId, submittedAt, decidedAt } = dated;
  const bySchool = { designationId, side: 'SCHOOL', authorId: schoolId } as const;
  const { name } = designation.school;
  if (name === WRITING_SCHOOL && submittedAt !== null) {
    const text =
      'We checked the entry with the family by phone. Please let us know if anything else is missing.';
    return [{ ...bySchool, number: 1, text, at: hoursAfter(submittedAt, 1), readers: [] }];
  }
  if (name !== RETURNED_SCHOOL || decidedAt === null || designation.decidedDaysAgo === null) return [];
  const answeredAt = daysBefore(now, designation.decidedDaysAgo - 1, `answered ${name}`);
  return [
    {
      ...{ ...bySchool, number: 1, at: hoursAfter(decidedAt, 1), readers: [ADMINISTRATOR_ID] },
      text: 'Two families live in the same building. Is the street number enough, or do you need the apartment numbers, too?',
    },
    {
      ...{
        designationId,
        number: 2,
        side: 'OFFICE',
        authorId: ADMINISTRATOR_ID,
        at: answeredAt,
        readers: [],
      },
      text: 'We need the apartment numbers, too, because someone has to sign for the award letters.',
    },
  ];
}

function hoursAfter(time: Date, hours: number): Date {
  return new Date(time.getTime() + hours * HOUR_MS);
}
