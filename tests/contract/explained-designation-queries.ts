import type * as academicYears from '#app/domain/academic-years/academic-year-queries.server.ts';
import type * as designationLists from '#app/domain/designations/designation-list-queries.server.ts';
import type * as designationPages from '#app/domain/designations/designation-page-queries.server.ts';
import type * as designations from '#app/domain/designations/designation-queries.server.ts';
import type * as screens from '#app/domain/designations/designation-screen-queries.server.ts';
import type * as csv from '#app/domain/exports/csv-queries.server.ts';
import { designationTable } from '#app/domain/exports/csv-queries.server.ts';
import { designationsWhere } from '#app/domain/designations/designation-list-queries.server.ts';
import type * as disclosureChain from '#app/domain/disclosures/chain-queries.server.ts';
import type * as disclosures from '#app/domain/disclosures/disclosure-queries.server.ts';
import type * as exports from '#app/domain/exports/export-queries.server.ts';
import type * as home from '#app/domain/home/home-queries.server.ts';
import type * as messages from '#app/domain/messages/message-queries.server.ts';
import type * as retention from '#app/domain/retention/retention-queries.server.ts';
import type * as review from '#app/domain/review/review-queries.server.ts';
import { allOf, sql } from '#app/domain/sql-fragment.ts';
import type * as matches from '#app/domain/students/student-match-queries.server.ts';
import type * as warnings from '#app/domain/warnings/warning-queries.server.ts';
import { DESIGNATION_SORTS } from '#app/schemas/designation-fields.ts';
import { type Given, type Samples, type SamplesOf, SOME_ID } from './explained-scene.server.ts';

const EVERYTHING = allOf([]);

const STORED_STUDENT = { studentId: SOME_ID, spans: [{ since: '2026-01-01T00:00:00Z', until: null }] };

/** Every field of the filter, with a date and with an instant. */
const filterOf = ({ schoolId, year }: Given) => ({
  criteria: ['OTHER' as const],
  status: ['PENDING' as const],
  highSchoolId: schoolId,
  highSchoolName: 'Aurora',
  academicYearId: year.id,
  beforeDate: '2026-11-30',
  afterDate: '2026-01-01T00:00:00Z',
  noDownloadDate: true,
  downloadBeforeDate: '2026-11-30T00:00:00Z',
  downloadAfterDate: '2026-01-01',
  resubmitted: true,
});
const whereOf = (given: Given) => designationsWhere(given.ofCounselor, filterOf(given));
const WARNED = { warnings: ['AGE' as const, 'ZIP_CODE' as const] };

const ORDERS = DESIGNATION_SORTS.map((sort) => ({ sort }));

/** The first page, one with a small and one with a large offset, and cursor pages sorted by school and by year. */
const cutsOf = ({ designationId }: Given) => [
  {
    order: { sort: 'highSchool' as const },
    cut: { limit: 10, after: ['Aurora High', '-2026', designationId] },
  },
  { order: { sort: 'year' as const }, cut: { limit: 10, after: ['-2026', 'Aurora High', designationId] } },
  ...ORDERS.flatMap((order) =>
    [{}, { limit: 10 }, { limit: 10, offset: 20 }, { limit: 10, offset: 9000 }].map((cut) => ({
      order,
      cut,
    })),
  ),
];

/** Totals that are tallied, and one that is counted. */
const totalsOf = (given: Given) =>
  [
    [given.ctx, {}, EVERYTHING],
    [given.ctx, { academicYearId: given.year.id }, EVERYTHING],
    [given.ofCounselor, filterOf(given), whereOf(given)],
  ] as const;

export const DESIGNATION_SAMPLES: Readonly<Record<string, Samples>> = {
  'app/domain/academic-years/academic-year-queries.server.ts': {
    shiftYearDates: ({ ctx, year }) => [
      [ctx, { fromId: year.id, year: 2027, timeZone: 'America/Anchorage' }],
    ],
    countRolloverChecks: ({ ctx, year }) => [[ctx, year.id]],
    listSchoolsWithoutStaff: ({ ctx }) => [[ctx, 10]],
    listBouncedAccounts: ({ ctx }) => [[ctx, 10]],
    findLastYearEvent: ({ ctx, year }) => [[ctx, { yearId: year.id, kinds: ['academicYear.created'] }]],
  } satisfies SamplesOf<typeof academicYears>,

  'app/domain/designations/designation-list-queries.server.ts': {
    countDesignations: (given) => [[given.ctx, whereOf(given)]],
    countMatches: totalsOf,
    designationTotalSql: totalsOf,
    isTallied: ({ ctx }) => [[ctx, {}]],
    readCursor: ({ ofCounselor, designationId }) =>
      ORDERS.map((order) => [ofCounselor, designationId, order]),
    nameNeighbors: ({ ofCounselor, designationId }) => [
      [ofCounselor, { previous: designationId, next: SOME_ID }],
    ],
    findNeighbors: (given) =>
      ORDERS.map((order) => [
        given.ofCounselor,
        { id: given.designationId, list: { ...filterOf(given), ...order } },
      ]),
    countByStatus: (given) => ORDERS.map((order) => [given.ctx, whereOf(given), order]),
    readExpectedDesignations: (given) =>
      ORDERS.map((order) => [given.ctx, whereOf(given), { status: 'PENDING', order, max: null }]),
    designationsWhere: (given) => [
      [given.ofCounselor, filterOf(given)],
      [given.ctx, WARNED],
    ],
    ofUser: ({ counselor }) => [[counselor.id]],
    withIds: ({ designationId }) => [[[designationId]]],
    neverDownloaded: (given) => [[whereOf(given)]],
  } satisfies SamplesOf<typeof designationLists>,

  'app/domain/designations/designation-page-queries.server.ts': {
    readDesignations: (given) =>
      cutsOf(given).map(({ order, cut }) => [given.ctx, whereOf(given), order, cut]),
    readDesignationsInBatches: (given) => ORDERS.map((order) => [given.ctx, whereOf(given), order]),
    designationRowsSql: (given) => cutsOf(given).map(({ order, cut }) => [EVERYTHING, order, cut]),
  } satisfies SamplesOf<typeof designationPages>,

  'app/domain/designations/designation-queries.server.ts': {
    readDesignation: ({ ctx, designationId }) => [[ctx, designationId]],
    readDesignationFacts: ({ ctx, designationId }) => [[ctx, designationId]],
    readFactsAndStudents: ({ ctx, designationId }) => [[ctx, designationId]],
    readPreviousCriteria: ({ ctx, designationId }) => [[ctx, [designationId]]],
    readEarlierYears: ({ ctx, schoolId }) => [[ctx, { highSchoolId: schoolId, year: 2027 }]],
    readDownloads: ({ ctx, designationId }) => [[ctx, [designationId]]],
    countDecisionEmails: ({ ctx, designationId }) => [[ctx, [designationId]]],
    readSubmission: ({ ctx, designationId }) => [[ctx, designationId]],
    readOpenTabs: ({ ctx, designationId, now }) => [
      [ctx, { id: designationId, tabId: SOME_ID, isReviewing: false, seenAfter: now }],
    ],
    upsertTab: ({ ctx, designationId, counselor, now }) => [
      [
        ctx,
        { id: designationId, tabId: SOME_ID, userId: counselor.id, isReviewing: false },
        { now, seenAfter: now },
      ],
    ],
  } satisfies SamplesOf<typeof designations>,

  'app/domain/designations/designation-screen-queries.server.ts': {
    getListPanel: (given) =>
      [given.ctx, given.ofCounselor].flatMap((ctx) =>
        [{}, filterOf(given)].map((filter) => [ctx, { ...filter, after: given.designationId }] as const),
      ),
    statusCountsSql: (given) => [
      [given.ctx, {}],
      [given.ctx, { academicYearId: given.year.id }],
      [given.ofCounselor, filterOf(given)],
    ],
    readListRows: (given) =>
      [given.ctx, given.ofCounselor].flatMap((ctx) =>
        cutsOf(given).map(({ order, cut }) => [ctx, whereOf(given), order, cut] as const),
      ),
  } satisfies SamplesOf<typeof screens>,

  'app/domain/disclosures/disclosure-queries.server.ts': {
    isBackupDuring: () => [[STORED_STUDENT.spans]],
    insertStaffRead: ({ ctx, counselor, designationId, studentIds }) => [
      [ctx, { purpose: 'designation.read', filter: { designationId }, studentIds, actor: counselor }],
    ],
    countRowsOfTables: ({ ctx }) => [[ctx]],
    findStoredSpans: ({ ctx, studentIds: [studentId = SOME_ID] }) => [[ctx, studentId]],
    selectDisclosures: ({ ctx }) => [
      [ctx, STORED_STUDENT, {}],
      [ctx, STORED_STUDENT, { limit: 10, offset: 20 }],
    ],
    readBusyHours: ({ ctx }) => [[ctx, { since: new Date(1), comparedSince: new Date(0) }, 10]],
  } satisfies SamplesOf<typeof disclosures>,
  'app/domain/disclosures/chain-queries.server.ts': {
    readUnchainedDisclosures: ({ ctx }) => [
      [ctx, null, 10],
      [ctx, new Date(0), 10],
    ],
    countUnchainedDisclosures: ({ ctx }) => [[ctx, new Date(0)]],
    readChainEntries: ({ ctx }) => [[ctx, 0, 10]],
  } satisfies SamplesOf<typeof disclosureChain>,

  'app/domain/exports/csv-queries.server.ts': {
    designationCsvSql: (given) => [
      ...[null, ['school name']].map((columns): Parameters<typeof csv.designationCsvSql> => [
        whereOf(given),
        designationTable(columns),
      ]),
      [whereOf(given), designationTable(null, 'xlsx')],
    ],
    studentIdsOf: () => [[{ id: SOME_ID, cells: '["1"]', students: null }]],
    designationTable: () => [[null], [null, 'xlsx'], [['last', 'year']]],
    highSchoolCsvSql: () => [[EVERYTHING]],
    userCsvSql: () => [[EVERYTHING]],
  } satisfies SamplesOf<typeof csv>,

  'app/domain/exports/export-queries.server.ts': {
    openDesignationsCursor: (given) => [
      [given.ctx, whereOf(given), designationTable(['last', 'banner code'])],
    ],
    openHighSchoolsCursor: ({ ctx }) => [[ctx, EVERYTHING]],
    openUsersCursor: ({ ctx }) => [[ctx, EVERYTHING]],
    fetchCsvRows: async ({ ctx }) => {
      await ctx.em.execute('declare csv_export no scroll cursor for select id from designation');
      return [[ctx, 10]];
    },
    countExported: (given) => [[given.ctx, whereOf(given)]],
    markDownloaded: ({ ctx, designationId }) => [[ctx, [designationId]]],
    runAndRollBack: ({ ctx }) => [[ctx, async () => undefined]],
    nameTransaction: ({ ctx }) => [[ctx, 'export']],
    findHolderOf: ({ ctx }) => [[ctx, 'newExport']],
  } satisfies SamplesOf<typeof exports>,

  'app/domain/home/home-queries.server.ts': {
    readOfficeCounts: ({ ctx }) => [[ctx]],
    countSchoolStates: ({ ctx, year }) => [[ctx, year.id]],
    outstandingSchoolsSql: ({ year }) => [[year.id], [null]],
    listSubmissionDays: ({ ctx, year }) => [[ctx, { yearIds: [year.id], countedYearIds: [year.id] }]],
    listOutstandingSchools: ({ ctx, year }) => [
      [
        ctx,
        {
          ...{ yearId: year.id, lastYearId: null, states: ['NOT_STARTED'], today: '2026-11-26' },
          page: { limit: 10, offset: 0 },
        },
      ],
    ],
    readSchoolProgress: ({ ctx, year }) => [[ctx, year.id]],
    readDashboardSchools: ({ ctx, schoolId, year }) => [
      [ctx, { highSchoolIds: [schoolId], yearId: year.id }],
      [ctx, { highSchoolIds: [schoolId], yearId: null }],
    ],
    readDashboardDesignations: ({ ctx, schoolId }) => [[ctx, { highSchoolIds: [schoolId], limit: 10 }]],
    readPastDesignations: ({ ctx, schoolId }) => [[ctx, { highSchoolIds: [schoolId], years: 3, perYear: 5 }]],
  } satisfies SamplesOf<typeof home>,

  'app/domain/messages/message-queries.server.ts': {
    unreadCountSql: ({ ctx, counselor, designationId }) =>
      [ctx.actor, counselor].map((actor) => [actor, sql`${designationId}`] as const),
    readUnread: ({ ctx, counselor, designationId }) => [
      [ctx, counselor],
      [ctx, { ...counselor, flags: ['ADMIN'] }],
      [ctx, { ...counselor, flags: ['ADMIN'] }, designationId],
    ],
    moveReadings: ({ ctx, counselor }) => [[ctx, { fromId: SOME_ID, intoId: counselor.id }]],
    storeReading: ({ ctx, counselor, designationId }) => [
      [ctx, { designationId, userId: counselor.id, number: 1 }],
    ],
  } satisfies SamplesOf<typeof messages>,

  'app/domain/retention/retention-queries.server.ts': {
    deleteSchoolNotes: ({ ctx }) => [[ctx, { year: 2030 }]],
    deleteImportMappings: ({ ctx }) => [[ctx, { year: 2030 }]],
    readPurgeableYears: ({ ctx }) => [[ctx, 2030]],
    blankStudents: ({ ctx, year }) => [[ctx, year.id]],
  } satisfies SamplesOf<typeof retention>,

  'app/domain/review/review-queries.server.ts': {
    readReviewQueue: ({ ctx, designationId, year, now }) =>
      [designationId, null].map((id) => [ctx, { yearId: year.id, openedAt: now.toISOString(), id }]),
  } satisfies SamplesOf<typeof review>,

  'app/domain/students/student-match-queries.server.ts': {
    matchedDesignations: ({ ctx, designationId }) => [[ctx, [designationId]]],
    matchedStudents: ({ ctx, designationId }) => [[ctx, designationId]],
    readMatches: ({ ctx, designationId }) => [[ctx, designationId]],
  } satisfies SamplesOf<typeof matches>,

  'app/domain/warnings/warning-queries.server.ts': {
    takeWaitingChecks: ({ ctx }) => [[ctx, 25]],
    readCheckFacts: ({ ctx, designationId }) => [[ctx, [designationId]]],
    storeMatches: ({ ctx, designationId }) => [[ctx, [designationId]]],
    readDuplicatePairs: ({ ctx, year }) => [
      [ctx, year.id, {}],
      [ctx, year.id, { limit: 50, offset: 50 }],
    ],
    countDuplicatePairs: ({ ctx, year }) => [[ctx, year.id]],
  } satisfies SamplesOf<typeof warnings>,
};
