import type { EntityManager } from '@mikro-orm/postgresql';
import { INVITE_DAYS } from '#app/config/constants.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SCHOOLS, INACTIVE_SCHOOLS } from './demo-schools.ts';
import { type DemoUser, demoUsers } from './demo-staff.ts';
import { demoPhone } from './demo-students.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';
import { ACTIVE_DEMO_YEAR, DEMO_YEARS } from './demo-years.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import {
  DEMO_INVITES,
  EXTENDED_SCHOOL,
  extendedAt,
  extendedUntil,
  EXTENSION_REASON,
  invitedAt,
  joinedAt,
  organizationEvents,
  schoolActivatedAt,
  schoolClosedAt,
  schoolCreatedAt,
  templateCreatedAt,
  userCreatedAt,
  userDeletedAt,
  yearClosedAt,
  yearCreatedAt,
} from './organization-history.ts';
import { addressColumns, timestamps, yearDates } from './seed-columns.ts';
import { SeededRandom, seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);

/** Seeds years, schools, people, an extension, invites, and templates, with their events. */
export async function seedOrganization(em: EntityManager, now: Date): Promise<void> {
  const users = demoUsers();
  await seedUsers(em, now, users);
  await seedYears(em, now);
  await seedSchools(em, now);
  await seedStaff(em, now, users);
  await seedInvites(em, now);
  await seedTemplates(em, now);
  await insertEvents(em, organizationEvents(now));
}

async function seedUsers(em: EntityManager, now: Date, users: readonly DemoUser[]): Promise<void> {
  await insertRows(
    em,
    'user_account',
    users.map((user, at) => ({
      id: seedId(user.email),
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      phone: user.phone,
      flags: user.flags,
      version: user.flags.includes('DELETED') ? 2 : 1,
      ...timestamps(userCreatedAt(now, user, at), userDeletedAt(now, user) ?? userCreatedAt(now, user, at)),
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
      version: year === ACTIVE_DEMO_YEAR ? 1 : 2,
      ...timestamps(yearCreatedAt(now, year), yearClosedAt(now, year) ?? yearCreatedAt(now, year)),
    })),
  );
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
        version: INACTIVE_SCHOOLS.includes(school.name) ? 3 : 2,
        ...timestamps(
          schoolCreatedAt(now, school),
          schoolClosedAt(now, school) ?? schoolActivatedAt(now, school),
        ),
      };
    }),
  );
}

async function seedStaff(em: EntityManager, now: Date, users: readonly DemoUser[]): Promise<void> {
  await insertRows(
    em,
    'high_school_staff',
    users.flatMap(({ email, positions }) =>
      positions.map(({ school, position }) => ({
        id: seedId(`staff ${email} ${school}`),
        user_id: seedId(email),
        high_school_id: seedId(school),
        position,
        ...timestamps(joinedAt(now, email, school)),
      })),
    ),
  );
  await insertRows(em, 'deadline_extension', [
    {
      id: seedId('extension'),
      academic_year_id: seedId(`year ${ACTIVE_DEMO_YEAR}`),
      high_school_id: seedId(EXTENDED_SCHOOL),
      due_at: extendedUntil(now),
      reason: EXTENSION_REASON,
      granted_by_id: ADMINISTRATOR_ID,
      ...timestamps(extendedAt(now)),
    },
  ]);
}

async function seedInvites(em: EntityManager, now: Date): Promise<void> {
  const made = (email: string) => {
    const at = invitedAt(now, email);
    return { ...timestamps(at), expires_at: daysAfter(at, INVITE_DAYS) };
  };
  await insertRows(
    em,
    'user_invite',
    DEMO_INVITES.map(({ email, flags }) => ({ id: seedId(`invite ${email}`), email, flags, ...made(email) })),
  );
  await insertRows(
    em,
    'high_school_staff_invite',
    DEMO_INVITES.filter(({ school }) => school !== null).map(({ email, school, position }) => ({
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
      ...timestamps(templateCreatedAt(now, template.name)),
    })),
  );
}
