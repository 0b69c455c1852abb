import { studentInput } from '#tests/factories/designation-factory.server.ts';
import type { PermissionScene } from './permission-scene.server.ts';

/** The callers a call may allow: staff of the school, the user it is about, an administrator. */
export const INSIDERS = ['here', 'self', 'admin'] as const;
export type Insider = (typeof INSIDERS)[number];

export interface FieldRow {
  /** The value to send. Undefined to use the value in the call's own row. */
  readonly value: unknown;
  /** The status for each of INSIDERS, in that order, for a body with this field. */
  readonly statuses: readonly [here: number, self: number, admin: number];
}

const ADMIN_ONLY = (value: unknown, done = 200): FieldRow => ({ value, statuses: [403, 403, done] });
/** A school's field: its staff, including the colleague of the scene, and administrators may send it. */
const BOTH = (value: unknown, done = 200): FieldRow => ({ value, statuses: [done, done, done] });
/** A field of the colleague's account: the colleague and administrators may send it. */
const OWN = (value: unknown): FieldRow => ({ value, statuses: [403, 200, 200] });
/** Fields of a decision, which only administrators may send. */
const DECISION = ADMIN_ONLY;

const DUE = '2097-06-01T09:00:00Z';

/** The permission matrix of fields (specification, section 6; decisions, sections 3 and 5), except for WHOLE_BODIES. */
export const FIELD_MATRIX: Readonly<Record<string, Readonly<Record<string, FieldRow>>>> = {
  'POST academicYears': {
    year: ADMIN_ONLY(2999, 201),
    status: ADMIN_ONLY('INACTIVE', 201),
  },
  'PATCH academicYears/{id}': {
    status: ADMIN_ONLY('INACTIVE'),
    opensAt: ADMIN_ONLY(DUE),
    earlyDueAt: ADMIN_ONLY(DUE),
    dueAt: ADMIN_ONLY(DUE),
    correctionsDueAt: ADMIN_ONLY(DUE),
  },
  'POST academicYears/{id}/extensions': {
    highSchoolId: ADMIN_ONLY(undefined, 201),
    dueAt: ADMIN_ONLY(DUE, 201),
    reason: ADMIN_ONLY('Storm', 201),
  },
  'PATCH designations/{id}': {
    classSize: BOTH(21),
    criteria: BOTH('CUMULATIVE_GPA'),
    criteriaComment: BOTH('By the district.'),
    students: BOTH([studentInput(), studentInput()]),
    status: ADMIN_ONLY('APPROVED'),
    acceptedTermsAndConditions: { value: false, statuses: [400, 400, 403] },
    reasons: DECISION(['OTHER']),
    note: DECISION('Well done.'),
    notify: DECISION(false),
  },
  'POST highschools': {
    name: ADMIN_ONLY('New High', 201),
    phone: ADMIN_ONLY('(907) 555-0166', 201),
    fax: ADMIN_ONLY('(907) 555-0166', 201),
    notes: ADMIN_ONLY('New', 201),
    status: ADMIN_ONLY('INACTIVE', 201),
    bannerCode: ADMIN_ONLY('N1', 201),
    salesforceId: ADMIN_ONLY('S1', 201),
    address: ADMIN_ONLY({ address1: '2 New Road', city: 'Nome', zip5: '99762' }, 201),
  },
  'PATCH highschools/{id}': {
    name: ADMIN_ONLY('Renamed High'),
    phone: BOTH('(907) 555-0166'),
    fax: BOTH('(907) 555-0166'),
    notes: ADMIN_ONLY('Changed'),
    status: ADMIN_ONLY('INACTIVE'),
    bannerCode: ADMIN_ONLY('C1'),
    salesforceId: ADMIN_ONLY('C1'),
    address: BOTH({ address1: '2 New Road' }),
  },
  'PATCH highschools/{id}/staff/{userId}': { position: BOTH('REGISTRAR') },
  'POST highschools/{id}/staff/invites': {
    email: BOTH(undefined, 204),
    position: BOTH('PRINCIPAL', 204),
  },
  'PATCH users/{id}': {
    firstName: OWN('Renamed'),
    lastName: OWN('Renamed'),
    // Users who change their own email need the code that was sent to the new address.
    email: { value: 'fields-new@x.example.org', statuses: [403, 400, 200] },
    emailCode: OWN('123456'),
    phone: OWN('(907) 555-0166'),
    flags: ADMIN_ONLY(['ADMIN']),
  },
  'POST search': { text: ADMIN_ONLY('secret') },
  'POST users/invites': {
    email: ADMIN_ONLY(undefined, 201),
    flags: ADMIN_ONLY(['ADMIN'], 201),
  },
};

/** Bodies without field-level permissions: whoever may make the call may send every field. */
export const WHOLE_BODIES = [
  'POST login',
  'POST login/code',
  'POST create-account',
  'POST designations',
  'POST designations/{id}/messages',
  'POST designations/profiles',
  'PATCH designations/profiles/{id}',
  'POST designations/{id}/notes',
  'POST highschools/{id}/notes',
  'POST highschools/{id}/snooze',
  'POST emails/create',
  'PATCH emails/{id}',
  'POST emails/recipients',
  'POST emails/{id}/send',
  'POST highschools/statuses',
  'POST highschools/{id}/staff',
  'POST users/@me/views',
  'PATCH users/@me/views/{id}',
  'PATCH settings',
  'POST tokens',
  'POST users/{id}/email',
  'POST users/{id}/merge/{intoId}',
];

export function clientOf(scene: PermissionScene, who: Insider) {
  return who === 'self' ? scene.colleagueClient : scene.clients[who];
}
