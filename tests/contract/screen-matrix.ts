import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
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

const NOT_A_PAGE: Outcomes = leadingTo('405: GET is not allowed here. Allowed: POST, OPTIONS.', EVERYBODY);
const ONLY_OPENED: Outcomes = leadingTo('405: POST is not allowed here. Allowed: GET, OPTIONS.', EVERYBODY);
/** The login pages redirect signed-in users to the dashboard. */
const VISITORS_ONLY: Outcomes = but(['nobody', 'deleted', 'invited'], 'page', leadingTo('→ /', EVERYBODY));
const NEWCOMER_ONLY: Outcomes = but(['invited'], 'page', leadingTo('→ /login', EVERYBODY));
const AGREEMENT = '→ /designate/agreement';
/** Steps after the agreement redirect everyone but the school's staff, including administrators, to the agreement. */
const STEP: Outcomes = but(['here'], 'page', leadingTo(AGREEMENT, SIGNED_IN));
/** The agreement returns 404 for strangers, and 403 for administrators, because only staff may agree. */
const AGREEING: Outcomes = but(
  ['admin'],
  '403',
  but(['schoolless', 'former', 'elsewhere'], '404', SIGNED_IN),
);
/** Administrators read what schools save, but don't save for them. */
const SCHOOLS_OWN: Outcomes = byScript(but(['admin'], 'not theirs', OF_THE_SCHOOL));
/** Data that administrators don't read either. */
const SCHOOLS_OWN_TO_KNOW: Outcomes = but(['admin'], 'nothing here', SCHOOLS_OWN);
/** Callers who have no access to the school but may open the page. */
const toOthers = (outcome: string, outcomes: Outcomes): Outcomes =>
  but(['schoolless', 'former', 'elsewhere'], outcome, outcomes);

const queryOf = ({ highSchoolId, academicYearId }: PermissionScene['designation']) =>
  `school=${highSchoolId}&year=${academicYearId}`;
const TAB = '0d5a1c1e-6f0c-4a53-9d0a-6f1d8a3b2c11';

/** The pages (specification, sections 2 and 6; decisions, sections 3 and 9) and the calls of their scripts. */
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
  'GET /due-dates.ics': { answers: SIGNED_IN, returnTo: '/' },
  'POST /due-dates.ics': {
    answers: leadingTo('405: POST is not allowed here. Allowed: GET, HEAD, OPTIONS.', EVERYBODY),
  },
  'GET /outstanding-schools': { answers: ADMINISTRATORS },
  'GET /about': { answers: SIGNED_IN },
  'GET /access': { answers: SIGNED_IN },
  'GET /api/docs': { answers: SIGNED_IN },
  'GET /api/docs/:group': { answers: SIGNED_IN, path: () => '/api/docs/designations' },
  'GET /api/docs/:group of an unknown group': {
    answers: leadingTo('nothing here', SIGNED_IN),
    path: () => '/api/docs/nothing',
  },
  'POST /login/passkey/options': { answers: EVERYBODY, body: () => ({}) },
  'POST /login/passkey': {
    // No one has this passkey.
    answers: leadingTo("400: That passkey wasn't accepted. Try again, or sign in with a code.", EVERYBODY),
    body: () => ({ assertion: createSoftwarePasskey().signed({ challenge: 'never-offered' }) }),
  },
  // These tests have no OpenID Connect provider, so its pages don't exist.
  'GET /login/oidc': { answers: leadingTo('nothing here', EVERYBODY) },
  'POST /login/oidc': { answers: ONLY_OPENED },
  'GET /login/oidc/callback': { answers: leadingTo('nothing here', EVERYBODY) },
  'POST /login/oidc/callback': { answers: ONLY_OPENED },
  'GET /account': { answers: SIGNED_IN },
  'GET /account/tokens': { answers: SIGNED_IN },
  'GET /users/:id/tokens': {
    answers: but(['here'], 'not theirs', OF_THE_SCHOOL),
    path: ({ colleague }) => `/users/${colleague.id}/tokens`,
  },
  'GET /account/passkeys': { answers: SIGNED_IN },
  'GET /users/:id/passkeys': {
    answers: but(['here'], 'not theirs', OF_THE_SCHOOL),
    path: ({ colleague }) => `/users/${colleague.id}/passkeys`,
  },
  'GET /invites': { answers: ADMINISTRATORS },
  'GET /users': { answers: ADMINISTRATORS },
  'GET /users/:id': { answers: OF_THE_SCHOOL, path: ({ colleague }) => `/users/${colleague.id}` },
  'GET /users/:id/merge': {
    answers: ADMINISTRATORS,
    path: ({ colleague }) => `/users/${colleague.id}/merge`,
  },
  'GET /users/:id/merge with the other user': {
    answers: ADMINISTRATORS,
    path: ({ colleague, neighbor }) => `/users/${colleague.id}/merge?other=${neighbor.id}`,
  },
  'GET /users/:id of an administrator': {
    answers: UNKNOWN_TO_STAFF,
    path: ({ people }) => `/users/${people.admin.id}`,
  },

  'GET /designate/agreement': {
    answers: AGREEING,
    path: ({ begun }) => `/designate/agreement?${queryOf(begun)}`,
  },
  'GET /designate/method': { answers: STEP, path: ({ begun }) => `/designate/method?${queryOf(begun)}` },
  'GET /designate/students': { answers: STEP, path: ({ begun }) => `/designate/students?${queryOf(begun)}` },
  'GET /designate/review': { answers: STEP, path: ({ begun }) => `/designate/review?${queryOf(begun)}` },
  'GET /designate/submit': {
    answers: STEP,
    path: ({ designation }) => `/designate/submit?${queryOf(designation)}`,
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
  'POST /designate/warnings/:id': {
    answers: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/warnings/${begun.id}`,
    body: () => ({ students: [] }),
  },
  'DELETE /designate/editing/:id': {
    // Only affects one's own tab. Other users' tabs are silently ignored.
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
    answers: toOthers("400: Unable to filter designations: This high school doesn't exist.", SIGNED_IN),
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
  'GET /designations/review': { answers: leadingTo('→ /designations/:id', ADMINISTRATORS) },
  'GET /designations/review of a queue that is done': {
    answers: ADMINISTRATORS,
    path: () => '/designations/review?queue=2020-01-01T00%3A00%3A00.000Z',
  },
  'GET /designations/bulk': { answers: ADMINISTRATORS },
  'GET /designations/profiles': { answers: ADMINISTRATORS },
  'GET /views': { answers: ADMINISTRATORS },
  'GET /designations/profiles/:id': {
    answers: ADMINISTRATORS,
    path: ({ exportProfileId }) => `/designations/profiles/${exportProfileId}`,
  },
  'GET /designations/:id': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}`,
  },
  'POST /designations/:id/reviewing': {
    answers: byScript(ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}/reviewing`,
    body: ({ people }) => ({ tabId: TAB, userId: people.admin.id }),
  },
  'DELETE /designations/:id/reviewing': {
    // Only affects one's own tab. Other users' tabs are silently ignored.
    answers: byScript(SIGNED_IN),
    path: ({ designation }) => `/designations/${designation.id}/reviewing?tabId=${TAB}`,
  },
  'GET /designations/:id/messages': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/messages`,
  },
  'GET /designations/:id/edit/students': {
    answers: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/edit/students`,
  },
  'GET /designations/:id/receipt': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/receipt`,
  },
  'GET /designations/:id/copy': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/copy`,
  },
  'GET /designations/:id/copy.pdf': {
    answers: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/copy.pdf`,
    returnTo: ({ designation }) => `/designations/${designation.id}/copy`,
  },
  'POST /designations/:id/copy.pdf': {
    answers: leadingTo('405: POST is not allowed here. Allowed: GET, HEAD, OPTIONS.', EVERYBODY),
    path: ({ designation }) => `/designations/${designation.id}/copy.pdf`,
  },
  'GET /designations/duplicates': { answers: ADMINISTRATORS },
  'GET /designations/duplicates/:id/:otherId': {
    answers: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation, begun }) => `/designations/duplicates/${designation.id}/${begun.id}`,
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
  'GET /audit': { answers: ADMINISTRATORS },
  'GET /statistics': { answers: ADMINISTRATORS },
  'GET /settings': { answers: ADMINISTRATORS },
  // There is no logo and no accent color. Everyone may see them, as the login page does.
  'GET /logo': { answers: leadingTo('404', EVERYBODY) },
  'GET /brand.css': { answers: leadingTo('404', EVERYBODY) },
  'GET /search': { answers: ADMINISTRATORS },
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

  // Old links with a # open the dashboard, because browsers don't send the fragment.
  'GET /*': { answers: FOR_NOBODY, path: () => '/old/address' },
  'GET /* of an id': { answers: FOR_NOBODY, path: ({ school }) => `/schools/${school.id}` },
  'GET /refused': { answers: leadingTo('nothing here', EVERYBODY) },
  'GET /confirm-link': { answers: leadingTo('nothing here', EVERYBODY) },
};

/** The permission matrix of the screens, with a row for each page, form, and script call. */
export const SCREEN_MATRIX: Readonly<Record<string, ScreenRow>> = { ...PAGE_MATRIX, ...FORM_MATRIX };
