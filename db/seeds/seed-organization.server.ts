import type { EntityManager } from '@mikro-orm/postgresql';
import { INVITE_DAYS } from '#app/config/constants.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import type { EventSubject } from '#db/entities/event.ts';
import { ACTIVE_DEMO_YEAR, DEMO_YEARS } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SCHOOLS, INACTIVE_SCHOOLS, INVITING_SCHOOL } from './demo-schools.ts';
import { demoUsers } from './demo-staff.ts';
import { demoPhone } from './demo-students.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';
import { insertRows } from './insert-rows.server.ts';
import { addressColumns, alaskaTime, daysBefore, stamps, yearDates } from './seed-columns.ts';
import { SeededRandom, seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const FIRST_DAY = 1100;

/** Seeds years, schools, people, invites, and templates, each with its creation event. */
export async function seedOrganization(em: EntityManager, now: Date): Promise<void> {
  const users = demoUsers();
  await seedUsers(em, now, users);
  await seedYears(em, now);
  await seedSchools(em, now);
  await seedStaff(em, now, users);
  await seedInvites(em, now);
  await seedTemplates(em, now);
}

async function seedUsers(em: EntityManager, now: Date, users: ReturnType<typeof demoUsers>): Promise<void> {
  await insertRows(
    em,
    'user_account',
    users.map(({ email, firstName, lastName, phone, flags }, at) => ({
      id: seedId(email),
      email,
      first_name: firstName,
      last_name: lastName,
      phone,
      flags,
      ...stamps(daysBefore(now, FIRST_DAY - at, email)),
    })),
  );
  await seedEvents(
    em,
    users.map((user, at) => ({
      at: daysBefore(now, FIRST_DAY - at, user.email),
      actorId: seedId(user.email),
      kind: 'user.created',
      subject: ['USER', seedId(user.email)],
      changes: { flags: { from: [], to: user.flags } },
    })),
  );
}

async function seedYears(em: EntityManager, now: Date): Promise<void> {
  await insertRows(
    em,
    'academic_year',
    DEMO_YEARS.map((year) => ({
      id: seedId(`year ${year}`),
      year,
      status: year === ACTIVE_DEMO_YEAR ? 'ACTIVE' : 'INACTIVE',
      ...yearDates(now, ACTIVE_DEMO_YEAR - year),
      ...stamps(daysBefore(now, yearMadeDaysAgo(year), `year ${year}`)),
    })),
  );
  await seedEvents(
    em,
    DEMO_YEARS.map((year) => ({
      at: daysBefore(now, yearMadeDaysAgo(year), `year ${year}`),
      actorId: ADMINISTRATOR_ID,
      kind: 'academicYear.created',
      subject: ['ACADEMIC_YEAR', seedId(`year ${year}`)],
      changes: { year: { from: null, to: year }, status: { from: null, to: 'ACTIVE' } },
    })),
  );
}

function yearMadeDaysAgo(year: number): number {
  return 90 + (ACTIVE_DEMO_YEAR - year) * 365;
}

async function seedSchools(em: EntityManager, now: Date): Promise<void> {
  await insertRows(
    em,
    'high_school',
    DEMO_SCHOOLS.map((school, at) => {
      const random = new SeededRandom(`school ${school.name}`);
      return {
        id: seedId(school.name),
        name: school.name,
        phone: demoPhone(random),
        fax: random.percent(60) ? demoPhone(random) : null,
        notes: random.percent(15) ? 'Prefers phone calls before 11:00 AM.' : '',
        status: INACTIVE_SCHOOLS.includes(school.name) ? 'INACTIVE' : 'ACTIVE',
        banner_code: `02${String(1001 + at * 7)}`,
        salesforce_id: `0015e0000${seedId(`salesforce ${school.name}`).slice(0, 6).toUpperCase()}AAA`,
        ...addressColumns({
          id: seedId(`address ${school.name}`),
          address1: school.street,
          address2: '',
          city: school.city,
          state: 'AK',
          zip5: school.zip5,
          zip4: '',
          status: 'VALID',
        }),
        ...stamps(daysBefore(now, FIRST_DAY, school.name)),
      };
    }),
  );
  await seedEvents(
    em,
    DEMO_SCHOOLS.map((school) => ({
      at: daysBefore(now, FIRST_DAY, school.name),
      actorId: ADMINISTRATOR_ID,
      kind: 'highSchool.created',
      subject: ['HIGH_SCHOOL', seedId(school.name)],
      changes: { name: { from: null, to: school.name } },
    })),
  );
}

async function seedStaff(em: EntityManager, now: Date, users: ReturnType<typeof demoUsers>): Promise<void> {
  await insertRows(
    em,
    'high_school_staff',
    users.flatMap(({ email, positions }) =>
      positions.map(({ school, position }) => ({
        id: seedId(`staff ${email} ${school}`),
        user_id: seedId(email),
        high_school_id: seedId(school),
        position,
        ...stamps(daysBefore(now, FIRST_DAY - 200, `${email} ${school}`)),
      })),
    ),
  );
  await insertRows(em, 'deadline_extension', [
    {
      id: seedId('extension'),
      academic_year_id: seedId(`year ${ACTIVE_DEMO_YEAR}`),
      high_school_id: seedId('Arctic Shore High School'),
      due_at: alaskaTime(now, 75, '23:59'),
      reason: 'The school was closed for two weeks after a storm.',
      granted_by_id: ADMINISTRATOR_ID,
      ...stamps(daysBefore(now, 3, 'extension')),
    },
  ]);
}

async function seedInvites(em: EntityManager, now: Date): Promise<void> {
  const invites = [
    { email: DEMO_PEOPLE.invited.email, flags: [], school: INVITING_SCHOOL, position: 'COUNSELOR' },
    {
      email: 'new.registrar@tok.example.org',
      flags: [],
      school: 'Tok River School',
      position: 'REGISTRAR',
    },
    { email: 'new.administrator@scholars.example.org', flags: ['ADMIN'], school: null },
  ];
  const made = (email: string) => {
    const at = daysBefore(now, 6, email);
    return { ...stamps(at), expires_at: daysAfter(at, INVITE_DAYS) };
  };
  await insertRows(
    em,
    'user_invite',
    invites.map(({ email, flags }) => ({ id: seedId(`invite ${email}`), email, flags, ...made(email) })),
  );
  await insertRows(
    em,
    'high_school_staff_invite',
    invites
      .filter(({ school }) => school !== null)
      .map(({ email, school, position }) => ({
        id: seedId(`staff invite ${email}`),
        high_school_id: seedId(school ?? ''),
        user_invite_id: seedId(`invite ${email}`),
        position,
        ...made(email),
      })),
  );
}

async function seedTemplates(em: EntityManager, now: Date): Promise<void> {
  await insertRows(
    em,
    'email_template',
    DEMO_TEMPLATES.map((template) => ({
      id: seedId(`template ${template.name}`),
      name: template.name,
      subject: template.subject,
      body: template.body,
      rich_text: template.richText,
      ...stamps(daysBefore(now, 85, template.name)),
    })),
  );
}

export interface SeedEvent {
  readonly at: Date;
  readonly actorId: string;
  readonly kind: string;
  readonly subject: readonly [EventSubject, string];
  readonly changes: Record<string, unknown>;
}

export async function seedEvents(em: EntityManager, events: readonly SeedEvent[]): Promise<void> {
  await insertRows(
    em,
    'event',
    events.map(({ at, actorId, kind, subject: [subjectType, subjectId], changes }) => ({
      id: seedId(`event ${kind} ${subjectId} ${at.getTime()}`),
      at,
      actor_id: actorId,
      channel: 'BROWSER',
      kind,
      subject_type: subjectType,
      subject_id: subjectId,
      changes,
    })),
  );
}
