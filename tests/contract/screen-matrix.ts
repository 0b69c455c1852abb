import { FORM_MATRIX } from './screen-form-matrix.ts';
import type { PermissionScene } from './permission-scene.server.ts';
import {
  ADMINISTRATORS,
  ADMINISTRATORS_OF_THE_SCHOOL,
  but,
  byScript,
  EVERYBODY,
  FOR_NOBODY,
  leadingTo,
  OF_THE_SCHOOL,
  type Outcomes,
  type ScreenRow,
  SIGNED_IN,
  UNKNOWN_TO_STAFF,
} from './screen-answers.ts';

const NOT_A_PAGE: Outcomes = leadingTo('405: GET is not possible here; possible: POST, OPTIONS.', EVERYBODY);
/** Signed in, there is nothing to do on the login pages. */
const VISITORS_ONLY: Outcomes = but(['nobody', 'deleted', 'invited'], 'page', leadingTo('→ /', EVERYBODY));
const NEWCOMER_ONLY: Outcomes = but(['invited'], 'page', leadingTo('→ /login', EVERYBODY));
const AGREEMENT = '→ /designate/agreement';
/** A step after the agreement is a school's; whoever is not its staff, administrators too, is sent to the agreement. */
const STEP: Outcomes = but(['here'], 'page', leadingTo(AGREEMENT, SIGNED_IN));
/** The agreement says that there is no such school, or to administrators that only its staff may agree. */
const AGREEING: Outcomes = but(['admin'], '403', but(['homeless', 'former', 'elsewhere'], '404', SIGNED_IN));
/** Administrators read what schools save, but do not save for them. */
const SCHOOLS_OWN: Outcomes = byScript(but(['admin'], 'not theirs', OF_THE_SCHOOL));
/** What not even they read. */
const SCHOOLS_OWN_TO_KNOW: Outcomes = but(['admin'], 'nothing here', SCHOOLS_OWN);
/** What others are told of the school, who are otherwise let in. */
const toOthers = (outcome: string, outcomes: Outcomes): Outcomes =>
  but(['homeless', 'former', 'elsewhere'], outcome, outcomes);

const place = ({ highSchoolId, academicYearId }: PermissionScene['designation']) =>
  `school=${highSchoolId}&year=${academicYearId}`;
const TAB = '0d5a1c1e-6f0c-4a53-9d0a-6f1d8a3b2c11';

/** The pages (specification, sections 2 and 6; decisions, sections 3 and 9), and what their scripts call. */
const PAGE_MATRIX: Readonly<Record<string, ScreenRow>> = {
  'GET /login': { answers: VISITORS_ONLY },
  'GET /login/create/:email': {
    answers: NEWCOMER_ONLY,
    path: ({ invited }) => `/login/create/${invited.email}`,
  },
  'GET /login/create/:email of another address': {
    answers: leadingTo('→ /login', NEWCOMER_ONLY),
    path: ({ colleague }) => `/login/create/${colleague.email}`,
  },

  'GET /': { answers: SIGNED_IN },
  'GET /outstanding-schools': { answers: ADMINISTRATORS },
  'GET /about': { answers: SIGNED_IN },
  'GET /account': { answers: SIGNED_IN },
  'GET /invites': { answers: ADMINISTRATORS },
  'GET /users': { answers: ADMINISTRATORS },
  'GET /users/:id': { answers: OF_THE_SCHOOL, path: ({ colleague }) => `/users/${colleague.id}` },
  'GET /users/:id of an administrator': {
    answers: UNKNOWN_TO_STAFF,
    path: ({ people }) => `/users/${people.admin.id}`,
  },

  'GET /designate/agreement': {
    answers: AGREEING,
    path: ({ begun }) => `/designate/agreement?${place(begun)}`,
  },
  'GET /designate/method': { answers: STEP, path: ({ begun }) => `/designate/method?${place(begun)}` },
  'GET /designate/students': { answers: STEP, path: ({ begun }) => `/designate/students?${place(begun)}` },
  'GET /designate/review': { answers: STEP, path: ({ begun }) => `/designate/review?${place(begun)}` },
  'GET /designate/submit': {
    answers: STEP,
    path: ({ designation }) => `/designate/submit?${place(designation)}`,
  },
  'POST /designate/editing/:id': {
    answers: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/editing/${begun.id}`,
    body: ({ people }) => ({ tabId: TAB, userId: people.here.id }),
  },
  'PATCH /designate/editing/:id': {
    answers: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/editing/${begun.id}`,
    body: ({ people }) => ({
      ...{ tabId: TAB, userId: people.here.id, version: 1 },
      ...{ classSize: 21, criteria: 'CUMULATIVE_GPA', criteriaComment: null, students: [] },
    }),
  },
  'DELETE /designate/editing/:id': {
    // Only ever of one’s own tab: others’ are left alone without a word.
    answers: byScript(SIGNED_IN),
    path: ({ begun }) => `/designate/editing/${begun.id}?tabId=${TAB}`,
  },
  'GET /designate/import-mapping/:highSchoolId': {
    answers: SCHOOLS_OWN_TO_KNOW,
    path: ({ school }) => `/designate/import-mapping/${school.id}`,
  },
  'PATCH /designate/import-mapping/:highSchoolId': {
    answers: SCHOOLS_OWN_TO_KNOW,
    path: ({ school }) => `/designate/import-mapping/${school.id}`,
    body: () => ({ columns: { givenname: 'first' } }),
  },

  'GET /designations': { answers: SIGNED_IN },
  'GET /designations narrowed to the school': {
    answers: toOthers('400: Unable to filter designations: There is no such high school.', SIGNED_IN),
    path: ({ school }) => `/designations?highSchoolId=${school.id}`,
  },
  'GET /designations narrowed by its name': {
    answers: SIGNED_IN,
    path: () => '/designations?highSchoolName=Secret',
  },
  'GET /designations/schools': {
    answers: byScript(SIGNED_IN),
    path: () => '/designations/schools?name=High',
  },
  'GET /designations/download': { answers: NOT_A_PAGE },
  'GET /designations/bulk': { answers: ADMINISTRATORS },
  'GET /designations/:id': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}`,
  },
  'GET /designations/:id/edit/students': {
    answers: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/edit/students`,
  },
  'GET /designations/:id/receipt': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/receipt`,
  },
  'GET /designations/:id/compare/students': {
    answers: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/compare/students`,
  },
  'GET /designations/:id/students/:studentId/disclosures': {
    answers: ADMINISTRATORS,
    path: ({ designation: { id, students } }) =>
      `/designations/${id}/students/${students[0]?.id}/disclosures`,
  },

  'GET /emails/:id/send': {
    answers: ADMINISTRATORS,
    path: ({ templateId }) => `/emails/${templateId}/send?target=ALL_HIGH_SCHOOLS`,
  },
  'GET /emails/:id/send/message': {
    answers: byScript(ADMINISTRATORS),
    path: ({ templateId, colleague }) =>
      `/emails/${templateId}/send/message?target=ALL_HIGH_SCHOOLS&email=${encodeURIComponent(colleague.email)}`,
  },

  'GET /years': { answers: ADMINISTRATORS },
  'GET /years/rollover': { answers: ADMINISTRATORS },
  'GET /years/:id': { answers: ADMINISTRATORS, path: ({ year }) => `/years/${year.id}` },

  'GET /emails': { answers: ADMINISTRATORS },
  'GET /emails/:id': { answers: ADMINISTRATORS, path: ({ templateId }) => `/emails/${templateId}` },
  'GET /emails/preview': { answers: NOT_A_PAGE },
  'POST /emails/check': {
    answers: byScript(ADMINISTRATORS),
    body: () => ({ subject: 'Today', body: 'Hello {{firstName}}', richText: false }),
  },
  'GET /emails/deliveries': { answers: ADMINISTRATORS },
  'GET /emails/deliveries/:id': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
  },
  'GET /emails/deliveries/:id/message': {
    answers: byScript(ADMINISTRATORS),
    path: ({ delivery }) =>
      `/emails/deliveries/${delivery.id}/message?email=${encodeURIComponent('failed@unheard.example.org')}`,
  },
  'GET /emails/deliveries/:id/progress': {
    answers: byScript(ADMINISTRATORS),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}/progress`,
  },

  'GET /emails/reminders': { answers: ADMINISTRATORS },
  'GET /emails/notices': { answers: ADMINISTRATORS },
  'GET /emails/notices/:kind': { answers: ADMINISTRATORS, path: () => '/emails/notices/DUE_SOON' },
  'GET /emails/bounces': { answers: ADMINISTRATORS },

  'GET /highschools': { answers: SIGNED_IN },
  'GET /highschools narrowed to the school': {
    answers: SIGNED_IN,
    path: () => '/highschools?name=Secret',
  },
  'GET /highschools/create': { answers: ADMINISTRATORS },
  'GET /highschools/import': { answers: ADMINISTRATORS },
  'GET /highschools/:id': { answers: OF_THE_SCHOOL, path: ({ school }) => `/highschools/${school.id}` },
  'GET /manage': { answers: SIGNED_IN },
  'GET /manage/:id': { answers: OF_THE_SCHOOL, path: ({ school }) => `/manage/${school.id}` },

  // What stands behind the # of an old link is the browser's: the server is asked for the dashboard.
  'GET /*': { answers: FOR_NOBODY, path: () => '/old/address' },
  'GET /* of an id': { answers: FOR_NOBODY, path: ({ school }) => `/schools/${school.id}` },
  'GET /refused': { answers: leadingTo('nothing here', EVERYBODY) },
  'GET /confirm-link': { answers: leadingTo('nothing here', EVERYBODY) },
};

/** THE permission matrix of the screens: a row for each page, each form of it and each call of its scripts. */
export const SCREEN_MATRIX: Readonly<Record<string, ScreenRow>> = { ...PAGE_MATRIX, ...FORM_MATRIX };
