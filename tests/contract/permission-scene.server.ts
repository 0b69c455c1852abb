import type { Orm } from '#db/orm.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import type { CookieSettings } from '#app/server/own-cookie.server.ts';
import { sessionCookieHeader } from '#app/server/session-cookie.server.ts';
import { makeDelivery, type MadeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import {
  makeExtension,
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import {
  type MadeInvite,
  type MadeUser,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeStaff,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import type { RestClient } from '#tests/support/rest-client.server.ts';
import type { Who } from './permission-matrix.ts';

/** Everything that a call or a screen can be about, of one school, with everybody who may ask about it. */
export interface PermissionScene {
  readonly orm: Orm;
  readonly school: MadeSchool;
  /** Another school of those here, without a designation. */
  readonly unstarted: MadeSchool;
  readonly year: MadeYear;
  /** A year that nothing depends on, and a number that no year has. */
  readonly emptyYear: MadeYear;
  readonly freeYear: number;
  /** The school's, PENDING. */
  readonly designation: MadeDesignation;
  /** A complete one of a third school of those here, STARTED by them. */
  readonly begun: MadeDesignation;
  /** A paused sending to staff of the school, one mail of which has failed. */
  readonly delivery: MadeDelivery;
  /** Staff of the school beside those who ask. */
  readonly colleague: MadeUser;
  readonly colleagueClient: RestClient;
  /** Staff of the other school of those here: known to them. */
  readonly neighbor: MadeUser;
  readonly invited: MadeInvite;
  readonly staffInviteId: string;
  /** To the staff of a school of nobody here, for the account without a school. */
  readonly ownInviteId: string;
  /** An email template. */
  readonly templateId: string;
  readonly people: Readonly<Record<Exclude<Who, 'nobody' | 'invited'>, MadeUser>>;
  readonly clients: Readonly<Record<Who, RestClient>>;
  /** What must not be in an answer to those who may not know: names, addresses and ids of the schools’ things. */
  readonly secrets: readonly string[];
  /** What must not be in an answer to those here: the same of others. */
  readonly foreign: readonly string[];
}

/** What a scene is made in: calls in the process of the tests, or a server. */
export interface SceneSource {
  readonly orm: Orm;
  readonly settings: CookieSettings;
  readonly clock: { readonly now: () => Date };
  /** A client signed in as this user; null is nobody. */
  as(userId: string | null): Promise<RestClient>;
  withCookie(cookie: string | null): RestClient;
}

/** The scene in a database where it is alone. */
export async function permissionScene(rest: SceneSource): Promise<PermissionScene> {
  const { orm } = rest;
  const year = await makeYear(orm);
  const school = await makeSchool(orm, { name: 'Secret High', notes: 'Nobody else’s business.' });
  const unstarted = await makeSchool(orm, { name: 'Untouched High' });
  const third = await makeSchool(orm, { name: 'Begun High' });
  const other = await makeSchool(orm, { name: 'Foreign High', notes: 'Not theirs to read.' });
  const { user: here } = await makeCounselor(orm, [school.id, unstarted.id, third.id]);
  const { user: colleague } = await makeCounselor(orm, [school.id], {
    firstName: 'Confidential',
    lastName: 'Colleague',
  });
  const { user: neighbor } = await makeCounselor(orm, [unstarted.id]);
  const { user: elsewhere } = await makeCounselor(orm, [other.id], { firstName: 'Faraway' });
  const former = await makeUser(orm);
  const homeless = await makeUser(orm);
  const admin = await makeAdmin(orm);
  const deleted = await makeUser(orm, { flags: ['DELETED'] });
  await makeStaff(orm, { highSchoolId: school.id, userId: deleted.id });
  const invited = await makeInvite(orm, {
    email: 'invited@x.example.org',
    schools: [{ highSchoolId: school.id }],
  });
  const welcoming = await makeSchool(orm, { name: 'Welcoming High' });
  const ownInvite = await makeInvite(orm, {
    email: homeless.email,
    schools: [{ highSchoolId: welcoming.id }],
  });
  const complete = { academicYearId: year.id, classSize: 20, criteria: 'CUMULATIVE_GPA' } as const;
  const designation = await makeDesignation(orm, {
    ...complete,
    highSchoolId: school.id,
    submittedById: former.id,
    status: 'PENDING',
    students: [{ first: 'Hidden' }, { first: 'Unseen' }],
  });
  const begun = await makeDesignation(orm, {
    ...complete,
    highSchoolId: third.id,
    submittedById: here.id,
    criteriaComment: 'As the district does it.',
    students: [{ first: 'Veiled' }, { first: 'Covered' }],
  });
  const foreign = await makeDesignation(orm, {
    ...complete,
    highSchoolId: other.id,
    submittedById: elsewhere.id,
    status: 'PENDING',
    students: [{ first: 'Remote' }, { first: 'Outlying' }],
  });
  const delivery = await makeDelivery(orm, {
    status: 'PAUSED',
    templateName: 'Clandestine news',
    mails: [
      { to: 'waiting@unheard.example.org', highSchoolIds: [school.id] },
      { to: 'failed@unheard.example.org', highSchoolIds: [school.id], state: 'FAILED', attempts: 1 },
    ],
  });
  await makeExtension(orm, {
    academicYearId: year.id,
    highSchoolId: school.id,
    dueAt: new Date('2097-02-01T09:00:00Z'),
  });
  const people = { deleted, homeless, former, elsewhere, here, admin };
  return {
    orm,
    school,
    unstarted,
    year,
    emptyYear: await makeYear(orm, { year: 2100, status: 'INACTIVE' }),
    freeYear: 2500,
    designation,
    begun,
    delivery,
    colleague,
    colleagueClient: await rest.as(colleague.id),
    neighbor,
    invited,
    staffInviteId: invited.staffInviteIds[0] ?? '',
    ownInviteId: ownInvite.staffInviteIds[0] ?? '',
    templateId: await makeTemplate(orm, { name: 'Private news', subject: 'Between us' }),
    people,
    clients: {
      nobody: await rest.as(null),
      deleted: await rest.as(deleted.id),
      invited: rest.withCookie(await newcomerCookie(rest, orm, invited.email)),
      homeless: await rest.as(homeless.id),
      former: await rest.as(former.id),
      elsewhere: await rest.as(elsewhere.id),
      here: await rest.as(here.id),
      admin: await rest.as(admin.id),
    },
    secrets: [
      ...[school, unstarted, third].map(({ name }) => name),
      ...[school.notes, designation.id, begun.id, 'Hidden', 'Unseen', 'Veiled', 'Covered'],
      ...['Confidential', colleague.email, neighbor.email, here.email],
      ...['Private news', 'Between us'],
      ...[delivery.id, delivery.templateName, 'unheard.example.org'],
    ],
    foreign: [
      ...[other.name, other.notes, other.id, foreign.id, 'Remote', 'Outlying', 'Faraway', elsewhere.email],
      ...[homeless.email, admin.email, 'Private news', 'Between us'],
      ...['unheard.example.org', delivery.id, delivery.templateName],
    ],
  };
}

async function newcomerCookie(rest: SceneSource, orm: Orm, provenEmail: string): Promise<string> {
  const { secret } = await startSession(
    { em: orm.em.fork(), now: rest.clock.now },
    { owner: { provenEmail }, client: { clientAddress: '192.0.2.1', userAgent: 'tests' } },
  );
  const header = await sessionCookieHeader(secret, rest.settings);
  return header.slice(0, header.indexOf(';'));
}

/** The names that must not be in an answer to them. */
export function namesKeptFrom({ secrets, foreign }: PermissionScene, who: Who): readonly string[] {
  if (who === 'admin') return [];
  return who === 'here' ? foreign : secrets;
}
