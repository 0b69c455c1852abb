import { randomUUID } from 'node:crypto';
import type { DesignationStatus, EmailState } from '#app/schemas/enums.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';

/** The active year 2026 and two past years, for the administrators' home page. 2024 has no due date. */
export interface HomeScene {
  readonly years: Readonly<Record<2024 | 2025 | 2026, string>>;
  readonly schools: Readonly<Record<SceneSchool, MadeSchool>>;
  readonly people: Readonly<Record<'alder' | 'alderTwo' | 'birch' | 'gone', MadeUser>>;
}

type SceneSchool = 'Alder' | 'Birch' | 'Cedar' | 'Dogwood' | 'Elm' | 'Fir' | 'Closed';

/** 2026 is due at the end of November 30 in Alaska, and 2025 was due on the same day a year before. */
const DUE_2026 = new Date('2026-12-01T08:59:00.000Z');
const DUE_2025 = new Date('2025-12-01T08:59:00.000Z');

const DESIGNATIONS: readonly (readonly [
  SceneSchool,
  2024 | 2025 | 2026,
  DesignationStatus,
  number,
  readonly string[],
])[] = [
  ['Birch', 2026, 'STARTED', 2, []],
  // 11 PM on November 16 in Alaska, the last day of week -2 (the due date ends week 0).
  ['Cedar', 2026, 'RETURNED', 2, ['2026-11-17T08:00:00.000Z', '2026-11-19T20:00:00.000Z']],
  ['Dogwood', 2026, 'PENDING', 3, ['2026-11-17T09:00:00.000Z']],
  ['Elm', 2026, 'APPROVED', 1, ['2026-11-20T20:00:00.000Z']],
  ['Fir', 2026, 'REJECTED', 4, ['2026-11-18T20:00:00.000Z']],
  ['Closed', 2025, 'APPROVED', 5, ['2025-11-22T08:59:59.999Z']],
  ['Alder', 2025, 'APPROVED', 2, ['2025-11-22T09:00:00.000Z']],
  ['Birch', 2025, 'APPROVED', 7, ['2025-11-24T08:59:59.999Z']],
  ['Cedar', 2025, 'REJECTED', 9, ['2025-11-24T09:00:00.000Z']],
  ['Dogwood', 2025, 'APPROVED', 1, ['2025-12-01T08:59:59.999Z', '2025-12-20T20:00:00.000Z']],
  ['Elm', 2025, 'PENDING', 1, ['2025-12-01T09:00:00.000Z']],
  ['Fir', 2025, 'STARTED', 3, []],
  ['Alder', 2024, 'APPROVED', 1, ['2024-11-20T20:00:00.000Z']],
];

/** Makes the scene in an otherwise empty database. */
export async function makeHomeScene(orm: Orm): Promise<HomeScene> {
  const years = {
    2026: (await makeYear(orm, { year: 2026, dueAt: DUE_2026 })).id,
    2025: (await makeYear(orm, { year: 2025, status: 'INACTIVE', dueAt: DUE_2025 })).id,
    2024: (await makeYear(orm, { year: 2024, status: 'INACTIVE' })).id,
  };
  const schoolOf = (name: SceneSchool) =>
    makeSchool(orm, {
      name: `${name} High`,
      phone: '(907) 555-0177',
      status: name === 'Closed' ? 'INACTIVE' : 'ACTIVE',
    });
  const schools = {
    Alder: await schoolOf('Alder'),
    Birch: await schoolOf('Birch'),
    Cedar: await schoolOf('Cedar'),
    Dogwood: await schoolOf('Dogwood'),
    Elm: await schoolOf('Elm'),
    Fir: await schoolOf('Fir'),
    Closed: await schoolOf('Closed'),
  };
  const people = {
    alder: await makeUser(orm, { email: 'b@alder.example.org' }),
    alderTwo: await makeUser(orm, { email: 'a@alder.example.org' }),
    birch: await makeUser(orm, { email: 'o+birch@birch.example.org' }),
    gone: await makeUser(orm, { email: 'gone@birch.example.org', flags: ['DELETED'] }),
  };
  const staff: readonly (readonly [SceneSchool, MadeUser])[] = [
    ['Alder', people.alder],
    ['Alder', people.alderTwo],
    ['Birch', people.birch],
    ['Birch', people.gone],
    ['Birch', people.alder],
    ['Elm', await makeUser(orm, { email: 'elm@elm.example.org' })],
    ['Closed', await makeUser(orm, { email: 'closed@closed.example.org' })],
  ];
  for (const [name, { id }] of staff) {
    await makeStaff(orm, { highSchoolId: schools[name].id, userId: id });
  }
  for (const [name, year, status, students, submitted] of DESIGNATIONS) {
    const { id } = await makeDesignation(orm, {
      highSchoolId: schools[name].id,
      academicYearId: years[year],
      submittedById: people.alder.id,
      status,
      students,
    });
    for (const at of submitted) {
      await makeEvent(orm, new Date(at), { kind: 'designation.submitted', subject: ['DESIGNATION', id] });
    }
  }
  return { years, schools, people };
}

/** Adds an outbox email about a school. */
export async function addEmail(
  orm: Orm,
  email: { highSchoolId: string; state: EmailState; createdAt: Date; sentAt?: Date },
): Promise<void> {
  const { highSchoolId, ...rest } = email;
  const id = randomUUID();
  await orm.em.fork().insert(OutboxMailEntity, {
    id,
    kind: 'reminder',
    highSchoolIds: [highSchoolId],
    toAddress: 'somebody@example.org',
    subject: 'A reminder',
    textBody: 'The due date is near.',
    messageId: `<${id}@example.org>`,
    nextAttemptAt: rest.createdAt,
    ...rest,
  });
}
