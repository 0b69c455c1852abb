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
  readonly statuses: Statuses;
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
  'GET academicYears': { statuses: SIGNED_IN },
  'GET academicYears/activeYear': { statuses: SIGNED_IN },
  'GET academicYears/{id}': { statuses: SIGNED_IN, path: ({ year }) => `academicYears/${year.id}` },
  'POST academicYears': { statuses: created(ADMINISTRATORS), body: ({ freeYear }) => ({ year: freeYear }) },
  'PATCH academicYears/{id}': {
    statuses: ADMINISTRATORS,
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}`,
    body: () => ({ dueAt: '2097-01-01T09:00:00Z' }),
  },
  'DELETE academicYears/{id}': {
    statuses: noContent(ADMINISTRATORS),
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}`,
  },
  'GET academicYears/{id}/designations': {
    statuses: SIGNED_IN,
    path: ({ year }) => `academicYears/${year.id}/designations`,
  },
  'GET academicYears/{id}/extensions': {
    statuses: SIGNED_IN,
    path: ({ year }) => `academicYears/${year.id}/extensions`,
  },
  'POST academicYears/{id}/extensions': {
    statuses: created(ADMINISTRATORS),
    path: ({ emptyYear }) => `academicYears/${emptyYear.id}/extensions`,
    body: (scene) => ({ highSchoolId: school(scene), dueAt: '2097-01-01T09:00:00Z', reason: 'Snow' }),
  },
  'DELETE academicYears/{id}/extensions/{highSchoolId}': {
    statuses: noContent(ADMINISTRATORS),
    path: (scene) => `academicYears/${scene.year.id}/extensions/${school(scene)}`,
  },

  'POST login': { statuses: noContent(EVERYBODY), body: () => ({ email: newAddress() }) },
  'POST login/code': {
    statuses: succeedingWith(400, EVERYBODY),
    body: () => ({ email: newAddress(), code: '123456' }),
  },
  'POST create-account': {
    statuses: [403, 403, 200, 403, 403, 403, 403, 403],
    body: ({ invited }) => ({
      email: invited.email,
      firstName: 'In',
      lastName: 'Vited',
      phone: '(907) 555-0100',
    }),
  },
  'GET logout': { statuses: succeedingWith(302, EVERYBODY) },
  'POST logout': { statuses: noContent(EVERYBODY) },
  'GET designations': { statuses: SIGNED_IN },
  'GET designations/{id}': { statuses: OF_THE_SCHOOL, path: (scene) => `designations/${designation(scene)}` },
  'GET designations/{id}/students': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}/students`,
  },
  ...OFFICE_CALLS,
  'GET designations/{id}/messages': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}/messages`,
  },
  'POST designations/{id}/messages': {
    statuses: created(OF_THE_SCHOOL),
    path: (scene) => `designations/${designation(scene)}/messages`,
    body: () => ({ text: 'Is the class size right?' }),
  },
  'POST designations': {
    statuses: created(OF_THE_SCHOOL),
    body: ({ unstarted, year }) => ({ highSchoolId: unstarted.id, academicYearId: year.id }),
  },
  'PATCH designations/{id}': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `designations/${designation(scene)}`,
    body: () => ({ criteriaComment: 'Weighted by the district.' }),
  },
  ...EXPORT_CALLS,
  'POST designations/{id}/undo-decision': {
    // Nothing has been decided yet.
    statuses: OF_THE_SCHOOL.map((expected, index) =>
      expected !== 200 ? expected : WHO[index] === 'admin' ? 409 : 403,
    ),
    path: (scene) => `designations/${designation(scene)}/undo-decision`,
  },

  'GET emails': { statuses: ADMINISTRATORS },
  'POST emails/create': { statuses: created(ADMINISTRATORS), body: () => ({ name: 'New', subject: 'News' }) },
  'GET emails/{id}': { statuses: ADMINISTRATORS, path: ({ templateId }) => `emails/${templateId}` },
  'PATCH emails/{id}': {
    statuses: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}`,
    body: () => ({ subject: 'Other news' }),
  },
  'DELETE emails/{id}': {
    statuses: noContent(ADMINISTRATORS),
    path: ({ templateId }) => `emails/${templateId}`,
  },
  'GET emails/{id}/preview': {
    statuses: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}/preview`,
  },
  'GET emails/deliveries': { statuses: ADMINISTRATORS },
  'GET emails/deliveries/{id}': {
    statuses: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}`,
  },
  'POST emails/deliveries/{id}/pause': {
    statuses: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/pause`,
  },
  'POST emails/deliveries/{id}/resume': {
    statuses: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/resume`,
  },
  'POST emails/deliveries/{id}/cancel': {
    statuses: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/cancel`,
  },
  'POST emails/deliveries/{id}/retry': {
    statuses: ADMINISTRATORS,
    path: ({ delivery }) => `emails/deliveries/${delivery.id}/retry`,
  },
  // Sessions don't matter: without the token in the settings, this call doesn't exist.
  'POST emails/bounces': { statuses: FOR_NOBODY, body: () => ({ email: newAddress() }) },
  'POST emails/recipients': { statuses: ADMINISTRATORS, body: () => ({ target: 'ALL_HIGH_SCHOOLS' }) },
  'POST emails/{id}/send': {
    statuses: ADMINISTRATORS,
    path: ({ templateId }) => `emails/${templateId}/send`,
    body: () => ({ target: 'ALL_HIGH_SCHOOLS' }),
  },
  'POST emails/{id}/test': {
    statuses: noContent(ADMINISTRATORS),
    path: ({ templateId }) => `emails/${templateId}/test`,
  },

  'GET highschools': { statuses: SIGNED_IN },
  'POST highschools': {
    statuses: created(ADMINISTRATORS),
    body: () => ({
      name: 'New High',
      phone: '(907) 555-0100',
      address: { address1: '1 New Road', city: 'Sitka', zip5: '99835' },
    }),
  },
  'POST highschools/statuses': {
    statuses: ADMINISTRATORS,
    body: (scene) => ({ ids: [school(scene)], status: 'INACTIVE' }),
  },
  'GET highschools/{id}': { statuses: OF_THE_SCHOOL, path: (scene) => `highschools/${school(scene)}` },
  'PATCH highschools/{id}': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}`,
    body: () => ({ fax: '(907) 555-0177' }),
  },
  'GET highschools/download': { statuses: ADMINISTRATORS },
  'GET highschools/download/{id}': {
    statuses: ADMINISTRATORS,
    path: (scene) => `highschools/download/${school(scene)}`,
  },
  'GET highschools/{id}/designations': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/designations`,
  },
  'GET highschools/{id}/staff': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff`,
  },
  'POST highschools/{id}/staff': {
    statuses: created(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff`,
    body: ({ neighbor }) => ({ userId: neighbor.id, position: 'STAFF' }),
  },
  'PATCH highschools/{id}/staff/{userId}': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff/${scene.colleague.id}`,
    body: () => ({ position: 'PRINCIPAL' }),
  },
  'DELETE highschools/{id}/staff/{userId}': {
    statuses: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/${scene.colleague.id}`,
  },
  'GET highschools/{id}/staff/invites': {
    statuses: OF_THE_SCHOOL,
    path: (scene) => `highschools/${school(scene)}/staff/invites`,
  },
  'POST highschools/{id}/staff/invites': {
    statuses: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/invites`,
    body: () => ({ email: newAddress() }),
  },
  'DELETE highschools/{id}/staff/invites/{inviteId}': {
    statuses: noContent(OF_THE_SCHOOL),
    path: (scene) => `highschools/${school(scene)}/staff/invites/${scene.staffInviteId}`,
  },

  'GET users': { statuses: ADMINISTRATORS },
  'GET users/{id}': { statuses: OF_THE_SCHOOL, path: ({ colleague }) => `users/${colleague.id}` },
  'PATCH users/{id}': {
    statuses: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}`,
    body: () => ({ phone: '(907) 555-0177' }),
  },
  'DELETE users/{id}': {
    statuses: noContent(OF_A_COLLEAGUE),
    path: ({ colleague }) => `users/${colleague.id}`,
  },
  'POST users/{id}/email': {
    // Only for one's own address. Administrators change other users' addresses without a code.
    statuses: [401, 401, 401, 404, 404, 404, 403, 403],
    path: ({ colleague }) => `users/${colleague.id}/email`,
    body: () => ({ email: newAddress() }),
  },
  'GET users/{id}/designations': {
    statuses: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}/designations`,
  },
  'GET users/{id}/highschools': {
    statuses: OF_A_COLLEAGUE,
    path: ({ colleague }) => `users/${colleague.id}/highschools`,
  },
  ...OWN_CALLS,
  'GET users/download': { statuses: ADMINISTRATORS },
  'GET users/download/{id}': {
    statuses: ADMINISTRATORS,
    path: ({ colleague }) => `users/download/${colleague.id}`,
  },
  'GET users/invites': { statuses: ADMINISTRATORS },
  'POST users/invites': {
    statuses: created(ADMINISTRATORS),
    body: () => ({ email: newAddress(), flags: ['ADMIN'] }),
  },
  'DELETE users/invites/{id}': {
    statuses: noContent(ADMINISTRATORS),
    path: ({ invited }) => `users/invites/${invited.id}`,
  },
};
