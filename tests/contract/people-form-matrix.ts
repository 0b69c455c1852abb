import type { MadeUser } from '#tests/factories/user-factory.server.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import type { PermissionScene } from './permission-scene.server.ts';
import {
  ADMINISTRATORS,
  ADMINISTRATORS_OF_THE_SCHOOL,
  but,
  type Fields,
  leadingTo,
  type ScreenRow,
  SIGNED_IN,
  UNKNOWN_TO_STAFF,
} from './screen-outcomes.ts';

const version = ['version', '1'] as const;
const person = ({ firstName, lastName, email }: MadeUser): Fields => [
  ['intent', 'save-user'],
  version,
  ['firstName', firstName],
  ['lastName', lastName],
  ['email', email],
  ['phone', '(907) 555-0177'],
];
const WRONG_CODE = '400: That code is incorrect or has expired. Request a new one.';
const NOT_ADDED = "400: The passkey couldn't be added. Try again.";
const NOT_SAVED = "Unable to save changes: You don't have permission to do this.";

/** A form of a colleague's page, which staff of the same school may only read. `refused` is their outcome. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000';

const userForm = (done: string, refused: string, form: (scene: PermissionScene) => Fields): ScreenRow => ({
  outcomes: but(['here'], refused, leadingTo(done, ADMINISTRATORS_OF_THE_SCHOOL)),
  path: ({ colleague }) => `/users/${colleague.id}`,
  form,
});

/** The rows of one's own account, of other people's, and of access tokens and passkeys in the matrix of the forms. */
export const PEOPLE_FORMS: Readonly<Record<string, ScreenRow>> = {
  "POST /account save with another's address": {
    // The screen doesn't reveal whether the address has an account: a code is sent there first, and nothing is saved.
    outcomes: SIGNED_IN,
    form: ({ colleague }) => [
      ['act', 'save'],
      ...person({ ...colleague, firstName: 'New', lastName: 'Name' }),
    ],
  },
  'POST /account send-code': {
    outcomes: SIGNED_IN,
    form: ({ colleague }) => [['act', 'send-code'], ...person({ ...colleague, email: 'new@x.example.org' })],
  },
  'POST /account/tokens create': {
    outcomes: SIGNED_IN,
    form: () => [
      ['intent', 'create'],
      ['name', 'Nightly export'],
      ['scopes', 'READ'],
      ['days', '30'],
    ],
  },
  'POST /account/tokens revoke': {
    // Of a colleague: only administrators may revoke it.
    outcomes: but(
      ['admin'],
      '→ /account/tokens: The access token has been revoked.',
      leadingTo('nothing here', SIGNED_IN),
    ),
    form: ({ tokenId }) => [
      ['intent', 'revoke'],
      ['id', tokenId],
    ],
  },
  'POST /users/:id/tokens revoke': {
    outcomes: but(
      ['admin'],
      '→ /users/:id/tokens: The access token has been revoked.',
      leadingTo('nothing here', SIGNED_IN),
    ),
    path: ({ colleague }) => `/users/${colleague.id}/tokens`,
    form: ({ tokenId }) => [
      ['intent', 'revoke'],
      ['id', tokenId],
    ],
  },
  'POST /account/passkeys send-code': {
    outcomes: SIGNED_IN,
    form: () => [['intent', 'send-code']],
  },
  'POST /account/passkeys offer': {
    // No one has requested a code.
    outcomes: leadingTo(WRONG_CODE, SIGNED_IN),
    form: () => [
      ['intent', 'offer'],
      ['code', '123456'],
      ['name', 'Office laptop'],
    ],
  },
  'POST /account/passkeys add': {
    // No passkey was offered.
    outcomes: leadingTo(NOT_ADDED, SIGNED_IN),
    form: () => [
      ['intent', 'add'],
      ['name', 'Office laptop'],
      ['response', JSON.stringify(createSoftwarePasskey().created({ challenge: 'never-offered' }))],
    ],
  },
  'POST /account/passkeys remove': {
    // Of a colleague: only administrators may remove it.
    outcomes: but(
      ['admin'],
      '→ /account/passkeys: The passkey has been removed.',
      leadingTo('nothing here', SIGNED_IN),
    ),
    form: ({ passkeyId }) => [
      ['intent', 'remove'],
      ['id', passkeyId],
    ],
  },
  'POST /users/:id/passkeys approve': {
    outcomes: leadingTo('→ /users/:id/passkeys: The passkey has been approved.', UNKNOWN_TO_STAFF),
    path: ({ colleague }) => `/users/${colleague.id}/passkeys`,
    form: ({ passkeyId }) => [
      ['intent', 'approve'],
      ['id', passkeyId],
    ],
  },
  'POST /users/:id/passkeys remove': {
    outcomes: but(
      ['admin'],
      '→ /users/:id/passkeys: The passkey has been removed.',
      leadingTo('nothing here', SIGNED_IN),
    ),
    path: ({ colleague }) => `/users/${colleague.id}/passkeys`,
    form: ({ passkeyId }) => [
      ['intent', 'remove'],
      ['id', passkeyId],
    ],
  },
  'POST /account remove-identity': {
    // Of a colleague: only administrators may remove it.
    outcomes: but(
      ['admin'],
      '→ /account: Single sign-on has been removed.',
      leadingTo('→ /account: Unable to save changes: Single sign-on was already removed.', SIGNED_IN),
    ),
    form: ({ identityId }) => [
      ['intent', 'remove-identity'],
      ['id', identityId],
    ],
  },
  'POST /users/:id remove-identity': {
    outcomes: but(
      ['admin'],
      '→ /users/:id: Single sign-on has been removed.',
      leadingTo('→ /users/:id: Unable to save changes: Single sign-on was already removed.', SIGNED_IN),
    ),
    path: ({ colleague }) => `/users/${colleague.id}`,
    form: ({ identityId }) => [
      ['intent', 'remove-identity'],
      ['id', identityId],
    ],
  },
  'POST /account sign-out': {
    outcomes: leadingTo('→ /account: Signed out everywhere else.', SIGNED_IN),
    form: () => [['intent', 'sign-out']],
  },
  'POST /account sign-out-browser': {
    outcomes: leadingTo('→ /account: That sign-in had already ended.', SIGNED_IN),
    form: () => [
      ['intent', 'sign-out-browser'],
      ['sessionId', NO_SESSION],
    ],
  },
  'POST /users/:id save': userForm('→ /users/:id: Changes saved!', `403: ${NOT_SAVED}`, ({ colleague }) => [
    ['act', 'save'],
    ...person(colleague),
  ]),
  'POST /users/:id save with flags': userForm(
    '→ /users/:id: Changes saved!',
    `403: ${NOT_SAVED}`,
    ({ colleague }) => [...person(colleague), ['hasFlags', 'on'], ['flags', 'ADMIN']],
  ),
  'POST /users/:id send-code': userForm(
    '→ /users/:id: Changes saved!',
    `403: ${NOT_SAVED}`,
    ({ colleague }) => [['act', 'send-code'], ...person({ ...colleague, email: 'new@x.example.org' })],
  ),
  'POST /users/:id sign-out': userForm(
    '→ /users/:id: Signed out everywhere.',
    `→ /users/:id: ${NOT_SAVED}`,
    () => [['intent', 'sign-out']],
  ),
  'POST /users/:id sign-out-browser': userForm(
    '→ /users/:id: That sign-in had already ended.',
    `→ /users/:id: ${NOT_SAVED}`,
    () => [
      ['intent', 'sign-out-browser'],
      ['sessionId', NO_SESSION],
    ],
  ),
  'POST /users/:id delete': userForm(
    '→ /users/:id: Confidential Colleague has been deleted.',
    `→ /users/:id: ${NOT_SAVED}`,
    () => [['intent', 'delete'], version],
  ),
  'POST /users/:id/merge merge': {
    outcomes: leadingTo(
      '→ /users/:id: The accounts have been merged. Everything is in this one now.',
      ADMINISTRATORS,
    ),
    path: ({ colleague }) => `/users/${colleague.id}/merge`,
    form: ({ neighbor }) => [
      ...([
        ['intent', 'merge'],
        ['keep', neighbor.id],
        ['otherId', neighbor.id],
      ] as const),
      ...[version, ['otherVersion', '1'] as const],
    ],
  },
};
