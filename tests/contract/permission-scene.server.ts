import type { Orm } from '#db/orm.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { type CookieSettings, sessionCookieHeader } from '#app/server/cookies.server.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeIdentity } from '#tests/factories/identity-factory.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeDelivery, type MadeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation, type MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeNote } from '#tests/factories/note-factory.server.ts';
import { makeSnooze } from '#tests/factories/snooze-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
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
import type { Who } from './callers.ts';

/** Data for every call and screen, mostly of one school, and clients for every kind of caller. */
export interface PermissionScene {
  readonly orm: Orm;
  readonly school: MadeSchool;
  /** Another school of `here`, without a designation. */
  readonly unstarted: MadeSchool;
  readonly year: MadeYear;
  /** An academic year without references, and a year number that doesn't exist. */
  readonly emptyYear: MadeYear;
  readonly freeYear: number;
  /** The school's designation, PENDING. */
  readonly designation: MadeDesignation;
  /** A complete designation, STARTED by `here` at a third school of theirs. */
  readonly begun: MadeDesignation;
  /** A paused delivery with a waiting and a failed email, both linked to the school. */
  readonly delivery: MadeDelivery;
  /** Staff of the school, but not a caller. */
  readonly colleague: MadeUser;
  readonly colleagueClient: RestClient;
  /** Staff of `unstarted`, so known to `here`. */
  readonly neighbor: MadeUser;
  readonly invited: MadeInvite;
  readonly staffInviteId: string;
  /** An invite for `schoolless` to the staff of a school where no caller is staff. */
  readonly ownInviteId: string;
  /** Access requests: to the school, for a name that no school has, and one of `schoolless`. */
  readonly accessRequestId: string;
  readonly unmatchedRequestId: string;
  readonly applicantEmail: string;
  readonly requesterEmail: string;
  readonly ownRequestId: string;
  readonly templateId: string;
  readonly exportProfileId: string;
  /** A view of the administrator who calls. */
  readonly savedViewId: string;
  /** The administrator's note about the school. */
  readonly noteId: string;
  /** An access token of the colleague. */
  readonly tokenId: string;
  /** A passkey of the colleague. */
  readonly passkeyId: string;
  /** The linked identity of the colleague. */
  readonly identityId: string;
  readonly people: Readonly<Record<Exclude<Who, 'nobody' | 'invited'>, MadeUser>>;
  readonly clients: Readonly<Record<Who, RestClient>>;
  /** Names, addresses, and ids of the school that callers without access must not receive. */
  readonly secrets: readonly string[];
  /** The same of other schools, which `here` must not receive. */
  readonly foreign: readonly string[];
}

/** The environment of a scene: the test process or a server. */
export interface SceneSource {
  readonly orm: Orm;
  readonly settings: CookieSettings;
  readonly clock: { readonly now: () => Date };
  /** A client signed in as this user. Null for an anonymous client. */
  as(userId: string | null): Promise<RestClient>;
  withCookie(cookie: string | null): RestClient;
}

/** Makes the scene in an otherwise empty database. */
export async function permissionScene(rest: SceneSource): Promise<PermissionScene> {
  const { orm } = rest;
  const year = await makeYear(orm);
  const school = await makeSchool(orm, { name: 'Secret High', notes: "Nobody else's business." });
  await makeSnooze(orm, school.id);
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
  const schoolless = await makeUser(orm);
  const admin = await makeAdmin(orm);
  const deleted = await makeUser(orm, { flags: ['DELETED'] });
  await makeStaff(orm, { highSchoolId: school.id, userId: deleted.id });
  const invited = await makeInvite(orm, {
    email: 'invited@x.example.org',
    schools: [{ highSchoolId: school.id }],
  });
  const welcoming = await makeSchool(orm, { name: 'Welcoming High' });
  const ownInvite = await makeInvite(orm, {
    email: schoolless.email,
    schools: [{ highSchoolId: welcoming.id }],
  });
  const applicant = await makeUser(orm, { firstName: 'Undisclosed', lastName: 'Applicant' });
  const requester = await makeUser(orm, { firstName: 'Unmatched', lastName: 'Seeker' });
  const requests = {
    applicantEmail: applicant.email,
    requesterEmail: requester.email,
    accessRequestId: await makeAccessRequest(orm, { userId: applicant.id, highSchoolId: school.id }),
    unmatchedRequestId: await makeAccessRequest(orm, {
      userId: requester.id,
      highSchoolId: null,
      schoolName: 'Mistyped High',
    }),
    ownRequestId: await makeAccessRequest(orm, { userId: schoolless.id, highSchoolId: null }),
  };
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
    emails: [
      { to: 'waiting@unheard.example.org', highSchoolIds: [school.id] },
      { to: 'failed@unheard.example.org', highSchoolIds: [school.id], state: 'FAILED', attempts: 1 },
    ],
  });
  await makeExtension(orm, {
    academicYearId: year.id,
    highSchoolId: school.id,
    dueAt: new Date('2097-02-01T09:00:00Z'),
  });
  const people = { deleted, schoolless, former, elsewhere, here, admin };
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
    ...requests,
    noteId: await makeNote(orm, {
      highSchoolId: school.id,
      authorId: admin.id,
      text: 'Their principal is leaving.',
    }),
    templateId: await makeTemplate(orm, { name: 'Private news', subject: 'Between us' }),
    tokenId: (await makeAccessToken(orm, { userId: colleague.id, name: 'Confidential token' })).id,
    passkeyId: await makePasskey(orm, { userId: colleague.id, name: 'Confidential passkey' }),
    identityId: await makeIdentity(orm, { userId: colleague.id, subject: 'Confidential subject' }),
    exportProfileId: await makeExportProfile(orm, { name: 'Private profile' }),
    savedViewId: await makeSavedView(orm, { userId: admin.id, name: 'Private view' }),
    people,
    clients: {
      nobody: await rest.as(null),
      deleted: await rest.as(deleted.id),
      invited: rest.withCookie(await newcomerCookie(rest, orm, invited.email)),
      schoolless: await rest.as(schoolless.id),
      former: await rest.as(former.id),
      elsewhere: await rest.as(elsewhere.id),
      here: await rest.as(here.id),
      admin: await rest.as(admin.id),
    },
    secrets: [
      ...[school, unstarted, third].map(({ name }) => name),
      ...[school.notes, designation.id, begun.id, 'Hidden', 'Unseen', 'Veiled', 'Covered'],
      ...['Confidential', colleague.email, neighbor.email, here.email],
      ...['Undisclosed', applicant.email, 'Unmatched', requester.email, 'Mistyped High'],
      ...['Private news', 'Between us', 'Private view', 'Their principal is leaving.'],
      ...[delivery.id, delivery.templateName, 'unheard.example.org'],
    ],
    foreign: [
      ...[other.name, other.notes, other.id, foreign.id, 'Remote', 'Outlying', 'Faraway', elsewhere.email],
      ...['Unmatched', requester.email, 'Mistyped High'],
      ...[schoolless.email, admin.email, 'Private news', 'Between us'],
      ...['unheard.example.org', delivery.id, delivery.templateName, 'Their principal is leaving.'],
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

export function hiddenNamesFor({ secrets, foreign }: PermissionScene, who: Who): readonly string[] {
  if (who === 'admin') return [];
  return who === 'here' ? foreign : secrets;
}
