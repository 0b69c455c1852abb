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
} from './screen-outcomes.ts';

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
  'GET /login': { outcomes: VISITORS_ONLY },
  'GET /login/create/:email': {
    outcomes: NEWCOMER_ONLY,
    path: ({ invited }) => `/login/create/${invited.email}`,
  },
  'GET /login/create/:email of another address': {
    outcomes: leadingTo('→ /login', NEWCOMER_ONLY),
    path: ({ colleague }) => `/login/create/${colleague.email}`,
  },

  'GET /': { outcomes: SIGNED_IN },
  'GET /due-dates.ics': { outcomes: SIGNED_IN, returnTo: '/' },
  'POST /due-dates.ics': {
    outcomes: leadingTo('405: POST is not allowed here. Allowed: GET, HEAD, OPTIONS.', EVERYBODY),
  },
  'GET /outstanding-schools': { outcomes: ADMINISTRATORS },
  'GET /about': { outcomes: SIGNED_IN },
  'GET /access': { outcomes: SIGNED_IN },
  'GET /api/docs': { outcomes: SIGNED_IN },
  'GET /api/docs/:group': { outcomes: SIGNED_IN, path: () => '/api/docs/designations' },
  'GET /api/docs/:group of an unknown group': {
    outcomes: leadingTo('nothing here', SIGNED_IN),
    path: () => '/api/docs/nothing',
  },
  'POST /login/passkey/options': { outcomes: EVERYBODY, body: () => ({}) },
  'POST /login/passkey': {
    // No one has this passkey.
    outcomes: leadingTo("400: That passkey wasn't accepted. Try again, or sign in with a code.", EVERYBODY),
    body: () => ({ assertion: createSoftwarePasskey().signed({ challenge: 'never-offered' }) }),
  },
  // These tests have no OpenID Connect provider, so its pages don't exist.
  'GET /login/oidc': { outcomes: leadingTo('nothing here', EVERYBODY) },
  'POST /login/oidc': { outcomes: ONLY_OPENED },
  'GET /login/oidc/callback': { outcomes: leadingTo('nothing here', EVERYBODY) },
  'POST /login/oidc/callback': { outcomes: ONLY_OPENED },
  'GET /account': { outcomes: SIGNED_IN },
  'GET /account/tokens': { outcomes: SIGNED_IN },
  'GET /users/:id/tokens': {
    outcomes: but(['here'], 'not theirs', OF_THE_SCHOOL),
    path: ({ colleague }) => `/users/${colleague.id}/tokens`,
  },
  'GET /account/passkeys': { outcomes: SIGNED_IN },
  'GET /users/:id/passkeys': {
    outcomes: but(['here'], 'not theirs', OF_THE_SCHOOL),
    path: ({ colleague }) => `/users/${colleague.id}/passkeys`,
  },
  'GET /invites': { outcomes: ADMINISTRATORS },
  'GET /users': { outcomes: ADMINISTRATORS },
  'GET /users/:id': { outcomes: OF_THE_SCHOOL, path: ({ colleague }) => `/users/${colleague.id}` },
  'GET /users/:id/merge': {
    outcomes: ADMINISTRATORS,
    path: ({ colleague }) => `/users/${colleague.id}/merge`,
  },
  'GET /users/:id/merge with the other user': {
    outcomes: ADMINISTRATORS,
    path: ({ colleague, neighbor }) => `/users/${colleague.id}/merge?other=${neighbor.id}`,
  },
  'GET /users/:id of an administrator': {
    outcomes: UNKNOWN_TO_STAFF,
    path: ({ people }) => `/users/${people.admin.id}`,
  },

  'GET /designate/agreement': {
    outcomes: AGREEING,
    path: ({ begun }) => `/designate/agreement?${queryOf(begun)}`,
  },
  'GET /designate/method': { outcomes: STEP, path: ({ begun }) => `/designate/method?${queryOf(begun)}` },
  'GET /designate/students': { outcomes: STEP, path: ({ begun }) => `/designate/students?${queryOf(begun)}` },
  'GET /designate/review': { outcomes: STEP, path: ({ begun }) => `/designate/review?${queryOf(begun)}` },
  'GET /designate/submit': {
    outcomes: STEP,
    path: ({ designation }) => `/designate/submit?${queryOf(designation)}`,
  },
  'POST /designate/editing/:id': {
    outcomes: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/editing/${begun.id}`,
    body: ({ people }) => ({ tabId: TAB, userId: people.here.id }),
  },
  'PATCH /designate/editing/:id': {
    outcomes: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/editing/${begun.id}`,
    body: ({ people }) => ({
      ...{ tabId: TAB, userId: people.here.id, version: 1 },
      ...{ classSize: 21, criteria: 'CUMULATIVE_GPA', criteriaComment: null, students: [] },
    }),
  },
  'POST /designate/warnings/:id': {
    outcomes: SCHOOLS_OWN,
    path: ({ begun }) => `/designate/warnings/${begun.id}`,
    body: () => ({ students: [] }),
  },
  'DELETE /designate/editing/:id': {
    // Only affects one's own tab. Other users' tabs are silently ignored.
    outcomes: byScript(SIGNED_IN),
    path: ({ begun }) => `/designate/editing/${begun.id}?tabId=${TAB}`,
  },
  'GET /designate/import-mapping/:highSchoolId': {
    outcomes: SCHOOLS_OWN_TO_KNOW,
    path: ({ school }) => `/designate/import-mapping/${school.id}`,
  },
  'PATCH /designate/import-mapping/:highSchoolId': {
    outcomes: SCHOOLS_OWN_TO_KNOW,
    path: ({ school }) => `/designate/import-mapping/${school.id}`,
    body: () => ({ columns: { givenname: 'first' } }),
  },

  'GET /designations': { outcomes: SIGNED_IN },
  'GET /designations narrowed to the school': {
    outcomes: toOthers("400: Unable to filter designations: This high school doesn't exist.", SIGNED_IN),
    path: ({ school }) => `/designations?highSchoolId=${school.id}`,
  },
  'GET /designations narrowed by its name': {
    outcomes: SIGNED_IN,
    path: () => '/designations?highSchoolName=Secret',
  },
  'GET /designations/schools': {
    outcomes: byScript(SIGNED_IN),
    path: () => '/designations/schools?name=High',
  },
  'GET /designations/download': { outcomes: NOT_A_PAGE },
  'GET /designations/review': { outcomes: leadingTo('→ /designations/:id', ADMINISTRATORS) },
  'GET /designations/review of a queue that is done': {
    outcomes: ADMINISTRATORS,
    path: () => '/designations/review?queue=2020-01-01T00%3A00%3A00.000Z',
  },
  'GET /designations/bulk': { outcomes: ADMINISTRATORS },
  'GET /designations/profiles': { outcomes: ADMINISTRATORS },
  'GET /views': { outcomes: ADMINISTRATORS },
  'GET /designations/profiles/:id': {
    outcomes: ADMINISTRATORS,
    path: ({ exportProfileId }) => `/designations/profiles/${exportProfileId}`,
  },
  'GET /designations/:id': {
    outcomes: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}`,
  },
  'POST /designations/:id/reviewing': {
    outcomes: byScript(ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}/reviewing`,
    body: ({ people }) => ({ tabId: TAB, userId: people.admin.id }),
  },
  'DELETE /designations/:id/reviewing': {
    // Only affects one's own tab. Other users' tabs are silently ignored.
    outcomes: byScript(SIGNED_IN),
    path: ({ designation }) => `/designations/${designation.id}/reviewing?tabId=${TAB}`,
  },
  'GET /designations/:id/messages': {
    outcomes: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/messages`,
  },
  'GET /designations/:id/edit/students': {
    outcomes: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/edit/students`,
  },
  'GET /designations/:id/receipt': {
    outcomes: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/receipt`,
  },
  'GET /designations/:id/copy': {
    outcomes: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/copy`,
  },
  'GET /designations/:id/copy.pdf': {
    outcomes: OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/copy.pdf`,
    returnTo: ({ designation }) => `/designations/${designation.id}/copy`,
  },
  'POST /designations/:id/copy.pdf': {
    outcomes: leadingTo('405: POST is not allowed here. Allowed: GET, HEAD, OPTIONS.', EVERYBODY),
    path: ({ designation }) => `/designations/${designation.id}/copy.pdf`,
  },
  'GET /designations/duplicates': { outcomes: ADMINISTRATORS },
  'GET /designations/duplicates/:id/:otherId': {
    outcomes: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation, begun }) => `/designations/duplicates/${designation.id}/${begun.id}`,
  },
  'GET /designations/:id/compare/students': {
    outcomes: ADMINISTRATORS_OF_THE_SCHOOL,
    path: ({ designation }) => `/designations/${designation.id}/compare/students`,
  },
  'GET /designations/:id/students/:studentId/disclosures': {
    outcomes: ADMINISTRATORS,
    path: ({ designation: { id, students } }) =>
      `/designations/${id}/students/${students[0]?.id}/disclosures`,
  },

  'GET /emails/:id/send': {
    outcomes: ADMINISTRATORS,
    path: ({ templateId }) => `/emails/${templateId}/send?target=ALL_HIGH_SCHOOLS`,
  },
  'GET /emails/:id/send/message': {
    outcomes: byScript(ADMINISTRATORS),
    path: ({ templateId, colleague }) =>
      `/emails/${templateId}/send/message?target=ALL_HIGH_SCHOOLS&email=${encodeURIComponent(colleague.email)}`,
  },

  'GET /years': { outcomes: ADMINISTRATORS },
  'GET /years/rollover': { outcomes: ADMINISTRATORS },
  'GET /years/:id': { outcomes: ADMINISTRATORS, path: ({ year }) => `/years/${year.id}` },

  'GET /emails': { outcomes: ADMINISTRATORS },
  'GET /emails/:id': { outcomes: ADMINISTRATORS, path: ({ templateId }) => `/emails/${templateId}` },
  'GET /emails/preview': { outcomes: NOT_A_PAGE },
  'POST /emails/check': {
    outcomes: byScript(ADMINISTRATORS),
    body: () => ({ subject: 'Today', body: 'Hello {{firstName}}', richText: false }),
  },
  'GET /audit': { outcomes: ADMINISTRATORS },
  'GET /statistics': { outcomes: ADMINISTRATORS },
  'GET /settings': { outcomes: ADMINISTRATORS },
  // There is no logo and no accent color. Everyone may see them, as the login page does.
  'GET /logo': { outcomes: leadingTo('404', EVERYBODY) },
  'GET /brand.css': { outcomes: leadingTo('404', EVERYBODY) },
  'GET /search': { outcomes: ADMINISTRATORS },
  'GET /emails/deliveries': { outcomes: ADMINISTRATORS },
  'GET /emails/deliveries/:id': {
    outcomes: ADMINISTRATORS,
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
  },
  'GET /emails/deliveries/:id/message': {
    outcomes: byScript(ADMINISTRATORS),
    path: ({ delivery }) =>
      `/emails/deliveries/${delivery.id}/message?email=${encodeURIComponent('failed@unheard.example.org')}`,
  },
  'GET /emails/deliveries/:id/progress': {
    outcomes: byScript(ADMINISTRATORS),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}/progress`,
  },

  'GET /emails/reminders': { outcomes: ADMINISTRATORS },
  'GET /emails/notices': { outcomes: ADMINISTRATORS },
  'GET /emails/notices/:kind': { outcomes: ADMINISTRATORS, path: () => '/emails/notices/DUE_SOON' },
  'GET /emails/bounces': { outcomes: ADMINISTRATORS },

  'GET /highschools': { outcomes: SIGNED_IN },
  'GET /highschools narrowed to the school': {
    outcomes: SIGNED_IN,
    path: () => '/highschools?name=Secret',
  },
  'GET /highschools/create': { outcomes: ADMINISTRATORS },
  'GET /highschools/import': { outcomes: ADMINISTRATORS },
  'GET /highschools/:id': { outcomes: OF_THE_SCHOOL, path: ({ school }) => `/highschools/${school.id}` },
  'GET /manage': { outcomes: SIGNED_IN },
  'GET /manage/:id': { outcomes: OF_THE_SCHOOL, path: ({ school }) => `/manage/${school.id}` },

  // Old links with a # open the dashboard, because browsers don't send the fragment.
  'GET /*': { outcomes: FOR_NOBODY, path: () => '/old/address' },
  'GET /* of an id': { outcomes: FOR_NOBODY, path: ({ school }) => `/schools/${school.id}` },
  'GET /refused': { outcomes: leadingTo('nothing here', EVERYBODY) },
  'GET /confirm-link': { outcomes: leadingTo('nothing here', EVERYBODY) },
};

/** The permission matrix of the screens, with a row for each page, form, and script call. */
export const SCREEN_MATRIX: Readonly<Record<string, ScreenRow>> = { ...PAGE_MATRIX, ...FORM_MATRIX };
