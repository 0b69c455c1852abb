import { ADMINISTRATION_FORMS } from './administration-form-matrix.ts';
import { DESIGNATING_FORMS } from './designating-form-matrix.ts';
import { EMAIL_FORMS } from './email-form-matrix.ts';
import { EMAIL_SENDING_FORMS } from './email-send-form-matrix.ts';
import { PEOPLE_FORMS } from './people-form-matrix.ts';
import type { PermissionScene } from './permission-scene.server.ts';
import {
  ADMINISTRATORS_OF_THE_SCHOOL,
  but,
  EVERYBODY,
  type Fields,
  leadingTo,
  OF_THE_SCHOOL,
  type ScreenRow,
  SIGNED_IN,
} from './screen-outcomes.ts';

const WRONG_CODE = '400: That code is incorrect or has expired. Request a new one.';

const version = ['version', '1'] as const;
const CONTACT: Fields = [
  ['intent', 'save'],
  version,
  ['phone', '(907) 555-0177'],
  ['address.address1', '2 New Road'],
  ['address.city', 'Sitka'],
  ['address.zip5', '99835'],
];

/** A dashboard button for the invite of the account without a school. For other users the invite isn't open. */
const ownInvite = (intent: string, said: string): ScreenRow => ({
  outcomes: but(
    ['schoolless'],
    `→ /: ${said} Welcoming High`,
    leadingTo(
      `→ /: Unable to ${intent} invite: The invite is no longer open. Ask the school to invite you again.`,
      SIGNED_IN,
    ),
  ),
  path: () => '/?index',
  form: ({ ownInviteId }) => [
    ['intent', `${intent}-invite`],
    ['inviteId', ownInviteId],
  ],
  returnTo: '/',
});

/** The forms of a school's page, which is served at two paths. */
function schoolForms(at: string): Readonly<Record<string, ScreenRow>> {
  const row = (said: string, form: (scene: PermissionScene) => Fields): ScreenRow => ({
    outcomes: leadingTo(`→ ${at}/:id: ${said}`, OF_THE_SCHOOL),
    path: ({ school }) => `${at}/${school.id}`,
    form,
  });
  return {
    [`POST ${at}/:id save`]: {
      ...row('Changes saved!', () => CONTACT),
      // The administrators' form has more fields.
      outcomes: but(
        ['admin'],
        '400: Name is required.',
        leadingTo(`→ ${at}/:id: Changes saved!`, OF_THE_SCHOOL),
      ),
    },
    [`POST ${at}/:id save what administrators may`]: {
      ...row('Changes saved!', () => [...CONTACT, ['name', 'Renamed High'], ['status', 'INACTIVE']]),
      outcomes: but(
        ['here'],
        '403: Unable to save changes: Only administrators may change name, status. You may change phone, fax, and address.',
        leadingTo(`→ ${at}/:id: Changes saved!`, OF_THE_SCHOOL),
      ),
    },
    [`POST ${at}/:id invite`]: row('Successfully invited user to Secret High', () => [
      ['intent', 'invite'],
      ['email', 'new@x.example.org'],
      ['position', 'STAFF'],
    ]),
    [`POST ${at}/:id change-position`]: row('Changes saved!', ({ colleague }) => [
      ['intent', 'change-position'],
      ['userId', colleague.id],
      ['position', 'PRINCIPAL'],
      ['expected', 'COUNSELOR'],
    ]),
    [`POST ${at}/:id remove-staff`]: row('Successfully removed staff member from school', ({ colleague }) => [
      ['intent', 'remove-staff'],
      ['userId', colleague.id],
    ]),
    [`POST ${at}/:id add-note`]: {
      outcomes: leadingTo(`→ ${at}/:id: Note added.`, ADMINISTRATORS_OF_THE_SCHOOL),
      path: ({ school }) => `${at}/${school.id}`,
      form: () => [
        ['intent', 'add-note'],
        ['text', 'Ask the registrar.'],
      ],
    },
    [`POST ${at}/:id delete-note`]: {
      outcomes: leadingTo(`→ ${at}/:id: Note deleted.`, ADMINISTRATORS_OF_THE_SCHOOL),
      path: ({ school }) => `${at}/${school.id}`,
      form: ({ noteId }) => [
        ['intent', 'delete-note'],
        ['noteId', noteId],
      ],
    },
    [`POST ${at}/:id snooze`]: {
      outcomes: leadingTo(`→ ${at}/:id: School snoozed.`, ADMINISTRATORS_OF_THE_SCHOOL),
      path: ({ school }) => `${at}/${school.id}`,
      form: () => [
        ['intent', 'snooze'],
        ['until', '2999-01-19'],
      ],
    },
    [`POST ${at}/:id end-snooze`]: {
      outcomes: leadingTo(`→ ${at}/:id: School is no longer snoozed.`, ADMINISTRATORS_OF_THE_SCHOOL),
      path: ({ school }) => `${at}/${school.id}`,
      form: () => [['intent', 'end-snooze']],
    },
    [`POST ${at}/:id resend-invite`]: row(
      'The invite was resent to invited@x.example.org.',
      ({ staffInviteId }) => [
        ['intent', 'resend-invite'],
        ['inviteId', staffInviteId],
      ],
    ),
    [`POST ${at}/:id remove-invite`]: row('Invite successfully removed!', ({ staffInviteId }) => [
      ['intent', 'remove-invite'],
      ['inviteId', staffInviteId],
    ]),
    [`POST ${at}/:id accept-request`]: row(
      'Undisclosed Applicant joined the staff of Secret High.',
      ({ accessRequestId, applicantEmail }) => [
        ['intent', 'accept-request'],
        ['requestId', accessRequestId],
        ['email', applicantEmail],
      ],
    ),
    [`POST ${at}/:id decline-request`]: row(
      "The request was declined. We won't email the person about it.",
      ({ accessRequestId }) => [
        ['intent', 'decline-request'],
        ['requestId', accessRequestId],
      ],
    ),
  };
}

/** The forms of the screens, one row per pressed button. */
export const FORM_MATRIX: Readonly<Record<string, ScreenRow>> = {
  'POST / accept': ownInvite('accept', 'You joined'),
  'POST / decline': ownInvite('decline', 'You declined the invite to'),
  'POST /login': {
    outcomes: leadingTo('→ here', EVERYBODY),
    path: () => '/login?step=code',
    form: () => [['email', 'new@x.example.org']],
  },
  'POST /login again': {
    outcomes: leadingTo('→ here', EVERYBODY),
    path: () => '/login?step=code',
    form: () => [
      ['email', 'new@x.example.org'],
      ['again', 'yes'],
    ],
  },
  'POST /login with a code': {
    // The page that shows the error redirects signed-in users.
    outcomes: but(['nobody', 'deleted', 'invited'], WRONG_CODE, leadingTo('→ /', EVERYBODY)),
    form: () => [
      ['email', 'new@x.example.org'],
      ['code', '123456'],
    ],
  },
  'POST /login/create/:email': {
    outcomes: but(['invited'], '→ /', leadingTo('→ /login', EVERYBODY)),
    path: ({ invited }) => `/login/create/${invited.email}`,
    form: () => [
      ['firstName', 'In'],
      ['lastName', 'Vited'],
      ['phone', '(907) 555-0100'],
    ],
  },

  'POST /access request': {
    outcomes: leadingTo(
      "→ /access: Thanks. If Secret High is in Scholars, its staff and the Scholars office can see your request. You'll get an email if they add you.",
      SIGNED_IN,
    ),
    form: () => [
      ['intent', 'request-access'],
      ['schoolName', 'Secret High'],
      ['position', 'COUNSELOR'],
    ],
  },
  'POST /access withdraw': {
    outcomes: but(
      ['schoolless'],
      '→ /access: Your request was withdrawn.',
      leadingTo(
        '→ /access: Unable to withdraw request: This request is no longer open. Someone else may have answered it.',
        SIGNED_IN,
      ),
    ),
    form: ({ ownRequestId }) => [
      ['intent', 'withdraw-request'],
      ['requestId', ownRequestId],
    ],
  },
  ...PEOPLE_FORMS,
  ...schoolForms('/highschools'),
  ...schoolForms('/manage'),
  ...ADMINISTRATION_FORMS,
  ...DESIGNATING_FORMS,
  ...EMAIL_SENDING_FORMS,
  ...EMAIL_FORMS,
};
