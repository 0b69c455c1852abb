import type * as accessRequests from '#app/domain/access-requests/access-request-queries.server.ts';
import type * as audits from '#app/domain/audit/audit-queries.server.ts';
import type * as signIns from '#app/domain/auth/auth-queries.server.ts';
import type * as deliveries from '#app/domain/emails/delivery-queries.server.ts';
import type * as emails from '#app/domain/emails/email-queries.server.ts';
import type * as events from '#app/domain/events/event-queries.server.ts';
import type * as highSchools from '#app/domain/high-schools/high-school-queries.server.ts';
import type * as locks from '#app/domain/lock-queries.server.ts';
import type * as outboxEmails from '#app/domain/mail/mail-queries.server.ts';
import type * as outbox from '#app/domain/mail/outbox-queries.server.ts';
import type * as reminders from '#app/domain/reminders/reminder-queries.server.ts';
import type * as searches from '#app/domain/search/search-queries.server.ts';
import type * as tags from '#app/domain/sql-queries.server.ts';
import type * as statistics from '#app/domain/statistics/statistics-queries.server.ts';
import type * as users from '#app/domain/users/user-queries.server.ts';
import type { AudienceByDesignation, AudienceChoice } from '#app/schemas/email-audience.ts';
import type { HighSchoolFilter } from '#app/schemas/high-school.ts';
import { HIGH_SCHOOL_FIELD_LIST, HIGH_SCHOOL_SORTS } from '#app/schemas/high-school-fields.ts';
import { USER_SORTS } from '#app/schemas/user-fields.ts';
import type * as doctor from '#cli/doctor/doctor-queries.server.ts';
import type * as restores from '#cli/postgres/restore-queries.server.ts';
import { type Given, type Samples, type SamplesOf, SOME_ID } from './explained-scene.server.ts';

const EMAIL = 'ada@school.example.org';
const PAGE = { limit: 10, offset: 20 };
const TIME_ZONE = 'America/Anchorage';

const SCHOOL_FIELDS = { text: 'Aurora', phone: '907 555', status: ['ACTIVE'] };
const SCHOOL_FILTER = Object.fromEntries(
  HIGH_SCHOOL_FIELD_LIST.flatMap(([name, { filter }]) =>
    filter === undefined ? [] : [[name, SCHOOL_FIELDS[filter]]],
  ),
) as HighSchoolFilter;

const USER_FILTER = {
  ...{ firstName: 'Ada', lastName: 'Byron', name: 'Ada Byron', email: EMAIL, phone: '907 555' },
  ...{ flags: ['ADMIN' as const], highSchools: [SOME_ID], highSchoolName: 'Aurora', deleted: true },
};

const ANSWERED: readonly AudienceByDesignation[] = [
  { target: 'HIGH_SCHOOLS_WITH_DESIGNATION', positions: [], status: 'PENDING', criteria: 'OTHER' },
  { target: 'HIGH_SCHOOLS_WITHOUT_DESIGNATION', positions: [], criteria: 'OTHER' },
  { target: 'OUTSTANDING_SCHOOLS', positions: [], states: ['STARTED'] },
];
const CHOICES: readonly AudienceChoice[] = [
  ...ANSWERED,
  { target: 'ALL_HIGH_SCHOOLS', positions: ['PRINCIPAL'] },
  { target: 'ADMINS' },
  { target: 'PENDING_USERS' },
  { target: 'SELECTED', positions: ['PRINCIPAL'], schoolIds: [SOME_ID], userIds: [SOME_ID] },
];
const audiencesOf = ({ year }: Given) =>
  CHOICES.map((choice) => ({ choice, yearId: year.id, except: [EMAIL] }));

const EMAILS_WANTED = [{ highSchoolId: SOME_ID }, { toAddress: EMAIL }, { text: 'school' }];

const triedAt = (now: Date) =>
  ['SIGN_IN' as const, 'CHANGE_EMAIL' as const].map((purpose) => {
    const userId = purpose === 'SIGN_IN' ? null : SOME_ID;
    return { purpose, email: EMAIL, userId, requesterHash: 'hash', now, countedFrom: now };
  });

const settlementAt = (now: Date) => ({
  ...{
    id: SOME_ID,
    worker: 'worker',
    claimedAt: now,
    state: 'BOUNCED' as const,
    response: '550 No such user',
  },
  ...{ nextAttemptAt: now, sentAt: null, now, isServerResponse: true },
});

const AUDIT_FILTER = {
  ...{ person: 'Ada', osUser: 'root@web1', highSchoolName: 'Aurora', highSchoolId: SOME_ID },
  subjectId: SOME_ID,
  student: { studentId: SOME_ID, spans: [{ since: '2026-01-01T00:00:00Z', until: null }] },
  ...{ kind: 'designation.read', afterDate: '2026-01-01', beforeDate: '2026-12-31' },
};

const SEARCHES = [
  { words: ['aurora', 'hi'], years: [], id: null, reference: null },
  { words: ['hi'], years: [2026], id: null, reference: null },
  { words: ['aurora'], years: [2026], id: null, reference: { year: 2026, start: '0123456789' } },
  { words: [], years: [2026], id: null, reference: null },
  { words: [], years: [], id: SOME_ID, reference: null },
];

export const PEOPLE_SAMPLES: Readonly<Record<string, Samples>> = {
  'app/domain/access-requests/access-request-queries.server.ts': {
    countRequestsBySchool: ({ ctx, now }) => [
      [ctx, { highSchoolIds: null, now }],
      [ctx, { highSchoolIds: [SOME_ID], now }],
    ],
  } satisfies SamplesOf<typeof accessRequests>,

  'app/domain/audit/audit-queries.server.ts': {
    selectAudit: ({ ctx }) => [
      [ctx, {}, { limit: 10 }],
      [ctx, AUDIT_FILTER, { before: SOME_ID, limit: 10 }],
      [ctx, { ...AUDIT_FILTER, type: 'EVENT' }, { limit: 10 }],
    ],
  } satisfies SamplesOf<typeof audits>,

  'app/domain/auth/auth-queries.server.ts': {
    findSessionOwner: ({ ctx, now }) => [
      [ctx, 'hash', { now, seenUntil: now, endsAt: now, lifetimeMs: 1000 }],
    ],
    findTokenOwner: ({ ctx, now }) => [[ctx, 'hash', { now, usedUntil: now }]],
    hasApprovedPasskey: ({ ctx, counselor }) => [
      [ctx, counselor.id],
      [ctx, counselor.id, 'for key share'],
    ],
    readIdentityIssuer: ({ ctx, counselor }) => [
      [ctx, counselor.id],
      [ctx, counselor.id, 'for key share'],
    ],
    readRights: ({ ctx, counselor }) => [
      [ctx, counselor.id],
      [ctx, counselor.id, 'for share'],
    ],
    storeLastSignIn: ({ ctx, counselor, now }) => [[ctx, counselor.id, now]],
    countInWindow: ({ ctx, now }) => [[ctx, { key: 'sign-in', windowEndsAt: now, now }]],
    deleteEndedSignInRows: ({ ctx, now }) => [[ctx, now]],
    countAttemptByLink: ({ ctx, now }) => [
      [ctx, { linkHash: 'hash', email: EMAIL }, { now, attemptsMax: 5 }],
    ],
    countAttempt: ({ ctx, now }) =>
      triedAt(now).map((tried) => [ctx, tried, { attemptsMax: 5, attemptsPerHour: 10 }]),
    findCountedAttempts: ({ ctx, now }) => triedAt(now).map((tried) => [ctx, tried]),
    markCodeUsed: ({ ctx, now }) => [[ctx, SOME_ID, { now, returnedAttempts: 1 }]],
  } satisfies SamplesOf<typeof signIns>,

  'app/domain/sql-queries.server.ts': {
    query: ({ em }) => [[{ em }]],
    queryFirst: ({ em }) => [[{ em }]],
    queryOne: ({ em }) => [[{ em }]],
    queryCount: ({ em }) => [[{ em }]],
  } satisfies SamplesOf<typeof tags>,

  'app/domain/statistics/statistics-queries.server.ts': {
    selectStatistics: ({ ctx, year }) => [
      [ctx, { by: 'year' }],
      [ctx, { by: 'school', academicYearId: year.id, sort: 'reviewDays', direction: 'asc', ...PAGE }],
      [ctx, { by: 'city', sort: 'returns' }],
    ],
  } satisfies SamplesOf<typeof statistics>,

  'app/domain/emails/delivery-queries.server.ts': {
    selectDeliveries: ({ ctx }) => [
      [ctx, {}],
      [ctx, { id: SOME_ID, templateId: SOME_ID, email: EMAIL, direction: 'asc', ...PAGE }],
    ],
    selectAwaitingDeliveries: ({ ctx }) => [[ctx]],
    findDeliveryContents: ({ ctx, sendingId }) => [[ctx, sendingId]],
    listAddressesReached: ({ ctx, year, sendingId }) =>
      CHOICES.map((choice) => [ctx, { choice, year, deliveryId: sendingId }]),
    listExtendedSchools: ({ ctx, year }) => CHOICES.map((choice) => [ctx, { choice, year }]),
    insertRecipients: (given) =>
      audiencesOf(given).map((asked) => [
        given.ctx,
        asked,
        { deliveryId: given.sendingId, dueAt: given.now },
      ]),
  } satisfies SamplesOf<typeof deliveries>,

  'app/domain/emails/email-queries.server.ts': {
    audienceSql: (given) => audiencesOf(given).map((asked) => [asked]),
    schoolCondition: ({ year }) => ANSWERED.map((choice) => [choice, year.id]),
    selectTemplateSummaries: ({ ctx }) => [[ctx, { ...PAGE, isOneOff: false }]],
    deleteOldKeys: ({ ctx, now }) => [[ctx, now]],
    findRecipient: ({ ctx }) => [[ctx, EMAIL]],
    selectAudience: (given) =>
      audiencesOf(given).flatMap((asked) => [
        [given.ctx, asked] as const,
        [given.ctx, asked, { only: EMAIL, ...PAGE }] as const,
      ]),
    countPeople: (given) => audiencesOf(given).map((asked) => [given.ctx, asked]),
  } satisfies SamplesOf<typeof emails>,

  'app/domain/events/event-queries.server.ts': {
    listEvents: ({ ctx, designationId }) => [
      [ctx, 'DESIGNATION', designationId],
      [ctx, 'DESIGNATION', designationId, { before: SOME_ID, limit: 10 }],
    ],
    findNames: ({ ctx, schoolId }) => [[ctx, [schoolId, SOME_ID]]],
  } satisfies SamplesOf<typeof events>,

  'app/domain/high-schools/high-school-queries.server.ts': {
    readHighSchools: ({ ctx, ofCounselor }) => [
      ...HIGH_SCHOOL_SORTS.map((sort) => [ctx, { ...SCHOOL_FILTER, sort, ...PAGE }] as const),
      [ofCounselor, { isOwnOnly: true, direction: 'asc' }],
    ],
    countHighSchoolsByStatus: ({ ctx }) => [[ctx, { name: 'Aurora' }]],
    countHighSchools: ({ ctx, ofCounselor }) => [
      [ctx, SCHOOL_FILTER],
      [ofCounselor, { isOwnOnly: true }],
    ],
    readSchoolsByName: ({ ofCounselor }) => [[ofCounselor, 'Aurora', 10]],
    highSchoolsWhere: ({ ofCounselor }) => [
      [ofCounselor.actor, { name: 'Aurora', status: ['ACTIVE'], phone: '907' }],
    ],
  } satisfies SamplesOf<typeof highSchools>,

  'app/domain/lock-queries.server.ts': {
    lockRow: ({ ctx, counselor }) => [[ctx, 'UserAccount', { id: counselor.id }]],
    lockRows: ({ ctx, counselor }) =>
      (['noKeyUpdate', 'update', 'share', 'keyShare'] as const).map((strength) => [
        ...([ctx, 'UserAccount', { id: counselor.id }, strength] as const),
      ]),
    lockNumber: () => [['newExport']],
    acquireLock: ({ ctx }) => [[ctx, 'newExport']],
    acquireTextLock: ({ ctx }) => [[ctx, 'sign-in', EMAIL]],
    tryLock: ({ ctx }) => [[ctx, 'newExport']],
    tryTextLock: ({ ctx }) => [[ctx, 'sign-in', EMAIL]],
  } satisfies SamplesOf<typeof locks>,

  'app/domain/mail/mail-queries.server.ts': {
    selectLoggedEmails: ({ ctx }) => EMAILS_WANTED.map((wanted) => [ctx, wanted, 10]),
    countLoggedEmails: ({ ctx }) => EMAILS_WANTED.map((wanted) => [ctx, wanted]),
    countByState: ({ em }) => [
      [em, false],
      [em, true],
    ],
    findDeliveryMessage: ({ em, sendingId }) => [[em, sendingId]],
    closeDelivery: ({ em, sendingId, cancelledId, now }) => [
      [em, sendingId, now],
      [em, cancelledId, now],
    ],
    listDeliveriesToClose: ({ em }) => [[em]],
    stillMatchingSchools: ({ orm, schoolId, counselor, year }) => [
      [orm, { ruleId: SOME_ID }, { highSchoolIds: [schoolId], userId: counselor.id }] as const,
      ...ANSWERED.map(
        (choice) => [orm, { choice, yearId: year.id }, { highSchoolIds: [schoolId], userId: null }] as const,
      ),
    ],
  } satisfies SamplesOf<typeof outboxEmails>,

  'app/domain/mail/outbox-queries.server.ts': {
    settleAndClaimEmail: ({ orm, now }) =>
      [null, settlementAt(now)].flatMap((settlement) =>
        [null, 5].map(
          (mailRate) => [orm, settlement, { now, worker: 'worker', mailRate, claimedUntil: now }] as const,
        ),
      ),
    settleEmailAlone: ({ orm, now }) => [[orm, settlementAt(now)]],
  } satisfies SamplesOf<typeof outbox>,

  'app/domain/reminders/reminder-queries.server.ts': {
    readDueRules: ({ ctx, now }) => [[ctx, { now, timeZone: TIME_ZONE, isNoticeOn: true }]],
    insertReminder: ({ ctx, schoolId }) => [
      [
        ctx,
        {
          ...{ ruleId: SOME_ID, templateId: null, daysBefore: 7, positions: [], isAutomatic: true },
          ...{ year: 2026, dueAt: '2026-12-01T08:00:00.000Z', highSchoolIds: [schoolId] },
        },
        {
          deliveryId: SOME_ID,
          text: { templateId: null, name: 'Due soon', subject: 'Due', body: 'Soon.', richText: false },
        },
      ],
    ],
    readReminderRules: ({ ctx, year }) => [[ctx, { yearId: year.id, timeZone: TIME_ZONE }]],
  } satisfies SamplesOf<typeof reminders>,

  'app/domain/search/search-queries.server.ts': {
    selectFound: ({ em }) => SEARCHES.map((wanted) => [{ em }, wanted, 10]),
    searchSql: () => SEARCHES.map((wanted) => [wanted, 11]),
  } satisfies SamplesOf<typeof searches>,

  'app/domain/users/user-queries.server.ts': {
    selectUsers: ({ ctx }) => [
      [ctx],
      ...USER_SORTS.map((sort) => [ctx, { ...USER_FILTER, sort, ...PAGE }] as const),
    ],
    findUserOfSchools: ({ ctx, counselor }) => [[ctx, counselor.id]],
    usersWhere: () => [[USER_FILTER]],
    moveAuthorship: ({ ctx }) => [[ctx, { fromId: SOME_ID, intoId: SOME_ID }]],
  } satisfies SamplesOf<typeof users>,

  'cli/doctor/doctor-queries.server.ts': {
    findDeliveringSessions: ({ ctx }) => [[ctx]],
    readGrants: ({ ctx }) => [[ctx]],
  } satisfies SamplesOf<typeof doctor>,

  'cli/postgres/restore-queries.server.ts': {
    listTables: ({ ctx }) => [[ctx]],
    hasRows: ({ ctx }) => [[ctx, ['public.user_account', 'public.designation']]],
    wasInstalledAt: ({ ctx }) => [[ctx, '2026-11-21T00:00:00Z']],
  } satisfies SamplesOf<typeof restores>,
};
