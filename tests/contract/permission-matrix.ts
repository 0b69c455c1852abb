import {
  WHO,
  type Statuses,
  EVERYBODY,
  SIGNED_IN,
  FOR_NOBODY,
  OF_THE_SCHOOL,
  ADMINISTRATORS,
  OF_A_COLLEAGUE,
  succeedingWith,
  created,
  noContent,
} from './callers.ts';
import { EXPORT_CALLS } from './export-calls.ts';
import { OFFICE_CALLS } from './office-calls.ts';
import { OWN_CALLS } from './own-calls.ts';
import type { PermissionScene } from './permission-scene.server.ts';

export interface CallRow {
  readonly answers: Statuses;
  /** The path below /api/ without a leading slash, with the scene's ids. */
  readonly path?: (scene: PermissionScene) => string;
  readonly body?: (scene: PermissionScene) => object;
}

let addresses = 0;
const newAddress = () => `new${(addresses += 1)}@x.example.org`;

const school = ({ school: { id } }: PermissionScene) => id;
const designation = ({ designation: { id } }: PermissionScene) => id;

/** The permission matrix of the REST calls (specification, section 6; decisions, section 3): a row per call. */
export const CALL_MATRIX: Readonly<Record<string, CallRow>> = {
  'GET academicYears': { answers: SIGNED_IN },
  'GET academicYears/activeYear': { answers: SIGNED_IN },
  'GET academicYears/{id}': { answers: SIGNED_IN, path: ({ year }) => `academicYears/${year.id}` },
  'POST academicYears': { answers: created(ADMINISTRATORS), body: ({ freeYear }) => ({ year: freeYear }) },
  'PATCH academicYears/{id}': {
    answers: ADMINISTRATORS,
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}`,
    body: () => ({ dueAt: '2097-01-01T09:00:00Z' }),
  },
  'DELETE academicYears/{id}': {
    answers: noContent(ADMINISTRATORS),
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}`,
  },
  'GET academicYears/{id}/designations': {
    answers: SIGNED_IN,
    path: ({ year }) => `academicYears/${year.id}/designations`,
  },
  'GET academicYears/{id}/extensions': {
    answers: SIGNED_IN,
    path: ({ year }) => `academicYears/${year.id}/extensions`,
  },
  'POST academicYears/{id}/extensions': {
    answers: created(ADMINISTRATORS),
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}/extensions`,
    body: (scene) => ({ highSchoolId: school(scene), dueAt: '2097-01-01T09:00:00Z', reason: 'Snow' }),
  },
  'DELETE academicYears/{id}/extensions/{highSchoolId}': {
    answers: noContent(ADMINISTRATORS),
    path: (scene) => `academicYears/${scene.year.id}/extensions/${school(scene)}`,
  },

  'POST login': { answers: noContent(EVERYBODY), body: () => ({ email: newAddress() }) },
  'POST login/code': {
    answers: succeedingWith(400, EVERYBODY),
    body: () => ({ email: newAddress(), code: '123456' }),
  },
  'POST create-account': {
    answers: [403, 403, 200, 403, 403, 403, 403, 403],
    body: ({ invited }) => ({
      email: invited.email,
      firstName: 'In',
      lastName: 'Vited',
      phone: '(907) 555-0100',
    }),
  },
  'GET logout': { answers: succeedingWith(302, EVERYBODY) },
  'POST logout': { answers: noContent(EVERYBODY) },
  'GET designations': { answers: SIGNED_IN },
  'GET designations/{id}': { answers: OF_THE_SCHOOL, path: (scene) => `designations/${designation(scene)}` },
  'GET designations/{id}/students': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}/students`,
  },
  ...OFFICE_CALLS,
  'GET designations/{id}/messages': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}/messages`,
  },
  'POST designations/{id}/messages': {
    answers: created(OF_THE_SCHOOL),
    path: (scene) => `designations/${designation(scene)}/messages`,
    body: () => ({ text: 'Is the class size right?' }),
  },
  'POST designations': {
    answers: created(OF_THE_SCHOOL),
    body: ({ unstarted, year }) => ({ highSchoolId: unstarted.id, academicYearId: year.id }),
  },
  'PATCH designations/{id}': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}`,
    body: () => ({ criteriaComment: 'Weighted by the district.' }),
  },
  ...EXPORT_CALLS,
  'POST designations/{id}/undo-decision': {
    // Nothing has been decided yet.
    answers: OF_THE_SCHOOL.map((expected, index) =>
      expected !== 200 ? expected : WHO[index] === 'admin' ? 409 : 403,
    ),
    path: (scene) => `designations/${designation(scene)}/undo-decision`,
  },

  'GET emails': { answers: ADMINISTRATORS },
  'POST emails/create': { answers: created(ADMINISTRATORS), body: () => ({ name: 'New', subject: 'News' }) },
  'GET emails/{id}': { answers: ADMINISTRATORS, path: ({ templateId }) => `emails/${templateId}` },
  'PATCH emails/{id}': {
    answers: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}`,
    body: () => ({ subject: 'Other news' }),
  },
  'DELETE emails/{id}': {
    answers: noContent(ADMINISTRATORS),
    path: ({ templateId }) => `emails/${templateId}`,
  },
  'GET emails/{id}/preview': {
    answers: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}/preview`,
  },
  'GET emails/deliveries': { answers: ADMINISTRATORS },
  'GET emails/deliveries/{id}': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}`,
  },
  'POST emails/deliveries/{id}/pause': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/pause`,
  },
  'POST emails/deliveries/{id}/resume': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/resume`,
  },
  'POST emails/deliveries/{id}/cancel': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/cancel`,
  },
  'POST emails/deliveries/{id}/retry': {
    answers: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/retry`,
  },
  // Sessions don't matter: without the token in the settings, this call doesn't exist.
  'POST emails/bounces': { answers: FOR_NOBODY, body: () => ({ email: newAddress() }) },
  'POST emails/recipients': { answers: ADMINISTRATORS, body: () => ({ target: 'ALL_HIGH_SCHOOLS' }) },
  'POST emails/{id}/send': {
    answers: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}/send`,
    body: () => ({ target: 'ALL_HIGH_SCHOOLS' }),
  },
  'POST emails/{id}/test': {
    answers: noContent(ADMINISTRATORS),
    path: ({ templateId }) => `emails/${templateId}/test`,
  },

  'GET highschools': { answers: SIGNED_IN },
  'POST highschools': {
    answers: created(ADMINISTRATORS),
    body: () => ({
      name: 'New High',
      phone: '(907) 555-0100',
      address: { address1: '1 New Road', city: 'Sitka', zip5: '99835' },
    }),
  },
  'POST highschools/statuses': {
    answers: ADMINISTRATORS,
    body: (scene) => ({ ids: [school(scene)], status: 'INACTIVE' }),
  },
  'GET highschools/{id}': { answers: OF_THE_SCHOOL, path: (scene) => `highschools/${school(scene)}` },
  'PATCH highschools/{id}': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}`,
    body: () => ({ fax: '(907) 555-0177' }),
  },
  'GET highschools/download': { answers: ADMINISTRATORS },
  'GET highschools/download/{id}': {
    answers: ADMINISTRATORS,
    path: (scene) => `highschools/download/${school(scene)}`,
  },
  'GET highschools/{id}/designations': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/designations`,
  },
  'GET highschools/{id}/staff': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff`,
  },
  'POST highschools/{id}/staff': {
    answers: created(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff`,
    body: ({ neighbor }) => ({ userId: neighbor.id, position: 'STAFF' }),
  },
  'PATCH highschools/{id}/staff/{userId}': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff/${scene.colleague.id}`,
    body: () => ({ position: 'PRINCIPAL' }),
  },
  'DELETE highschools/{id}/staff/{userId}': {
    answers: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/${scene.colleague.id}`,
  },
  'GET highschools/{id}/staff/invites': {
    answers: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff/invites`,
  },
  'POST highschools/{id}/staff/invites': {
    answers: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/invites`,
    body: () => ({ email: newAddress() }),
  },
  'DELETE highschools/{id}/staff/invites/{inviteId}': {
    answers: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/invites/${scene.staffInviteId}`,
  },

  'GET users': { answers: ADMINISTRATORS },
  'GET users/{id}': { answers: OF_THE_SCHOOL, path: ({ colleague }) => `users/${colleague.id}` },
  'PATCH users/{id}': {
    answers: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}`,
    body: () => ({ phone: '(907) 555-0177' }),
  },
  'DELETE users/{id}': {
    answers: noContent(OF_A_COLLEAGUE),
    path: ({ colleague }) => `users/${colleague.id}`,
  },
  'POST users/{id}/email': {
    // Only for one's own address. Administrators change other users' addresses without a code.
    answers: [401, 401, 401, 404, 404, 404, 403, 403],
    path: ({ colleague }) => `users/${colleague.id}/email`,
    body: () => ({ email: newAddress() }),
  },
  'GET users/{id}/designations': {
    answers: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}/designations`,
  },
  'GET users/{id}/highschools': {
    answers: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}/highschools`,
  },
  ...OWN_CALLS,
  'GET users/download': { answers: ADMINISTRATORS },
  'GET users/download/{id}': {
    answers: ADMINISTRATORS,
    path: ({ colleague }) => `users/download/${colleague.id}`,
  },
  'GET users/invites': { answers: ADMINISTRATORS },
  'POST users/invites': {
    answers: created(ADMINISTRATORS),
    body: () => ({ email: newAddress(), flags: ['ADMIN'] }),
  },
  'DELETE users/invites/{id}': {
    answers: noContent(ADMINISTRATORS),
    path: ({ invited }) => `users/invites/${invited.id}`,
  },
};
