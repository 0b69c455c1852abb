import { ACTIVE_DEMO_YEAR, DEMO_YEARS } from './demo-years.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { type DemoSchool, DEMO_SCHOOLS, INACTIVE_SCHOOLS, INVITING_SCHOOL } from './demo-schools.ts';
import { type DemoUser, demoUsers } from './demo-staff.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';
import type { SeedEvent } from './insert-rows.server.ts';
import { alaskaTime, daysBefore } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const FIRST_DAY = 1100;
const YEAR_CREATED_DAY = 90;
const DAYS_OF_A_YEAR = 365;

export const EXTENDED_SCHOOL = 'Arctic Shore High School';
export const EXTENSION_REASON = 'The school was closed for two weeks after a storm.';

/** Addresses with an open invite. */
export const DEMO_INVITES = [
  { email: DEMO_PEOPLE.invited.email, flags: [], school: INVITING_SCHOOL, position: 'COUNSELOR' },
  { email: 'new.registrar@tok.example.org', flags: [], school: 'Tok River School', position: 'REGISTRAR' },
  { email: 'new.administrator@scholars.example.org', flags: ['ADMIN'], school: null, position: null },
] as const;

/** `at` is the user's index in the list of users. */
export const userCreatedAt = (now: Date, { email, createdDaysAgo }: DemoUser, at: number) =>
  daysBefore(now, createdDaysAgo ?? FIRST_DAY - at, email);

/** Returns null if the account isn't deleted. */
export const userDeletedAt = (now: Date, { email, flags }: DemoUser) =>
  flags.includes('DELETED') ? daysBefore(now, 300, `deleted ${email}`) : null;

export const yearCreatedAt = (now: Date, year: number) =>
  daysBefore(now, YEAR_CREATED_DAY + (ACTIVE_DEMO_YEAR - year) * DAYS_OF_A_YEAR, `year ${year}`);

/** A year closes when the next one is created. Returns null for the active year. */
export const yearClosedAt = (now: Date, year: number) =>
  year === ACTIVE_DEMO_YEAR ? null : yearCreatedAt(now, year + 1);

export const schoolCreatedAt = (now: Date, { name }: DemoSchool) => daysBefore(now, FIRST_DAY, name);

export const schoolActivatedAt = (now: Date, { name }: DemoSchool) =>
  daysBefore(now, FIRST_DAY - 1, `activated ${name}`);

/** Returns null if the school is active. */
export const schoolClosedAt = (now: Date, { name }: DemoSchool) =>
  INACTIVE_SCHOOLS.includes(name) ? daysBefore(now, 400, `closed ${name}`) : null;

export const joinedAt = (now: Date, email: string, school: string) =>
  daysBefore(now, FIRST_DAY - 200, `${email} ${school}`);

export const extendedAt = (now: Date) => daysBefore(now, 3, 'extension');
export const extendedUntil = (now: Date) => alaskaTime(now, 75, '23:59');

export const invitedAt = (now: Date, email: string) => daysBefore(now, 6, email);

export const templateCreatedAt = (now: Date, name: string) => daysBefore(now, 85, name);

/** Returns the events of years, schools, people, the extension, invites, and templates. */
export function organizationEvents(now: Date): SeedEvent[] {
  const users = demoUsers();
  return [
    ...DEMO_YEARS.flatMap((year) => yearEvents(now, year)),
    ...DEMO_SCHOOLS.flatMap((school) => schoolEvents(now, school)),
    ...users.flatMap((user, at) => userEvents(now, user, at)),
    ...extensionEvents(now),
    ...inviteEvents(now),
    ...DEMO_TEMPLATES.map(({ name }) =>
      byOffice(templateCreatedAt(now, name), 'emailTemplate.created', {
        subject: ['EMAIL_TEMPLATE', seedId(`template ${name}`)],
        changes: { name: { from: null, to: name } },
      }),
    ),
  ];
}

function byOffice(at: Date, kind: string, event: Pick<SeedEvent, 'subject' | 'changes'>): SeedEvent {
  return { at, actorId: ADMINISTRATOR_ID, kind, ...event };
}

function yearEvents(now: Date, year: number): SeedEvent[] {
  const subject = ['ACADEMIC_YEAR', seedId(`year ${year}`)] as const;
  const status = { from: 'ACTIVE', to: 'INACTIVE' };
  const created = { year: { from: null, to: year }, status: { from: null, to: 'ACTIVE' } };
  const closedAt = yearClosedAt(now, year);
  return [
    byOffice(yearCreatedAt(now, year), 'academicYear.created', { subject, changes: created }),
    ...(closedAt === null
      ? []
      : [byOffice(closedAt, 'academicYear.changed', { subject, changes: { status } })]),
  ];
}

function schoolEvents(now: Date, school: DemoSchool): SeedEvent[] {
  const subject = ['HIGH_SCHOOL', seedId(school.name)] as const;
  const statusChange = (at: Date, from: string, to: string) =>
    byOffice(at, 'highSchool.changed', { subject, changes: { status: { from, to } } });
  const closedAt = schoolClosedAt(now, school);
  return [
    byOffice(schoolCreatedAt(now, school), 'highSchool.created', {
      subject,
      changes: { name: { from: null, to: school.name } },
    }),
    statusChange(schoolActivatedAt(now, school), 'INACTIVE', 'ACTIVE'),
    ...(closedAt === null ? [] : [statusChange(closedAt, 'ACTIVE', 'INACTIVE')]),
  ];
}

function userEvents(now: Date, user: DemoUser, at: number): SeedEvent[] {
  const id = seedId(user.email);
  const subject = ['USER', id] as const;
  const deletedAt = userDeletedAt(now, user);
  const given = user.flags.filter((flag) => flag !== 'DELETED');
  const flags = { from: given, to: user.flags };
  return [
    {
      ...{ at: userCreatedAt(now, user, at), actorId: id, kind: 'user.created', subject },
      changes: { flags: { from: [], to: given } },
    },
    ...user.positions.flatMap(({ school, position }) => {
      const joined = joinedAt(now, user.email, school);
      const ofSchool = {
        subject: ['HIGH_SCHOOL', seedId(school)],
        changes: { userId: id, position },
      } as const;
      const ofUser = { subject, changes: { highSchoolId: seedId(school), position } };
      return [byOffice(joined, 'staff.added', ofSchool), byOffice(joined, 'staff.added', ofUser)];
    }),
    ...(deletedAt === null ? [] : [byOffice(deletedAt, 'user.deleted', { subject, changes: { flags } })]),
  ];
}

function extensionEvents(now: Date): SeedEvent[] {
  const highSchoolId = seedId(EXTENDED_SCHOOL);
  const yearId = seedId(`year ${ACTIVE_DEMO_YEAR}`);
  const at = extendedAt(now);
  const granted = { year: ACTIVE_DEMO_YEAR, dueAt: extendedUntil(now), reason: EXTENSION_REASON };
  return [
    byOffice(at, 'academicYear.extensionGranted', {
      subject: ['ACADEMIC_YEAR', yearId],
      changes: { ...granted, highSchoolId },
    }),
    byOffice(at, 'highSchool.extensionGranted', {
      subject: ['HIGH_SCHOOL', highSchoolId],
      changes: granted,
    }),
  ];
}

function inviteEvents(now: Date): SeedEvent[] {
  return DEMO_INVITES.flatMap(({ email, flags, school, position }) => {
    const at = invitedAt(now, email);
    const invite = byOffice(at, 'invite.created', {
      subject: ['INVITE', seedId(`invite ${email}`)],
      changes: flags.length > 0 ? { email, flags } : { email },
    });
    if (school === null) return [invite];
    const offer = { subject: ['HIGH_SCHOOL', seedId(school)], changes: { email, position } } as const;
    return [invite, byOffice(at, 'staff.invited', offer)];
  });
}
