import {
  acceptAccessRequest,
  declineAccessRequest,
  declineUnmatchedRequest,
} from '#app/domain/access-requests/decide-access-request.server.ts';
import { requestAccess, withdrawRequest } from '#app/domain/access-requests/request-access.server.ts';
import { createAccessToken, revokeAccessToken } from '#app/domain/auth/access-tokens.server.ts';
import { addPasskey, additionBy } from '#app/domain/auth/add-passkey.server.ts';
import { endSessions } from '#app/domain/auth/user-sessions.server.ts';
import { storeChallenge } from '#app/domain/auth/passkey-challenges.server.ts';
import { removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import { approvePasskey, removePasskey } from '#app/domain/auth/passkeys.server.ts';
import { inviteStaff, inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { acceptOwnInvite, declineOwnInvite } from '#app/domain/invites/own-invites.server.ts';
import {
  removeStaffInvite,
  removeUserInvite,
  resendInvite,
  resendStaffInvite,
} from '#app/domain/invites/open-invite.server.ts';
import { changeUser, deleteUser } from '#app/domain/users/change-user.server.ts';
import { createUser } from '#app/domain/users/create-account.server.ts';
import { createSoftwarePasskey } from '#tests/support/software-passkey.ts';
import { advisory, row, type WaitingWrite } from './waiting-write.ts';

const school = row('high_school', ({ schoolId }) => schoolId);
const invite = row('user_invite', ({ inviteId }) => inviteId);
const ownInvite = row('user_invite', ({ ownInviteId }) => ownInviteId);
const ADMINISTRATORS = advisory(0x61646d69);

/** Writes to accounts, access tokens, passkeys, linked identities, invites, and access requests. */
export const PEOPLE_WRITES: Readonly<Record<string, WaitingWrite>> = {
  'access-requests/request-access requestAccess': {
    as: 'invited',
    call: (ctx) => requestAccess(ctx, { schoolName: 'Some High', clientAddress: '192.0.2.1' }),
  },
  'access-requests/request-access withdrawRequest': {
    as: 'invited',
    call: (ctx, { accessRequestId }) => withdrawRequest(ctx, accessRequestId),
  },
  'access-requests/decide-access-request acceptAccessRequest': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, accessRequestId: requestId, actors }) =>
      acceptAccessRequest(ctx, { highSchoolId, requestId, email: actors.invited.email }),
  },
  'access-requests/decide-access-request acceptAccessRequest by the office': {
    as: 'admin',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, unmatchedRequestId: requestId, actors }) =>
      acceptAccessRequest(ctx, { highSchoolId, requestId, email: actors.invited.email }),
  },
  'access-requests/decide-access-request declineAccessRequest': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, accessRequestId: requestId }) =>
      declineAccessRequest(ctx, { highSchoolId, requestId }),
  },
  'access-requests/decide-access-request declineUnmatchedRequest': {
    as: 'admin',
    holds: row('access_request', ({ unmatchedRequestId }) => unmatchedRequestId),
    call: (ctx, { unmatchedRequestId }) => declineUnmatchedRequest(ctx, unmatchedRequestId),
    writes: 'access_request',
  },
  'auth/access-tokens createAccessToken': {
    as: 'invited',
    call: (ctx, { actors }) =>
      createAccessToken(ctx, { userId: actors.invited.id, name: 'Script', scopes: ['READ'], days: 30 }),
    writes: 'access_token',
  },
  'auth/access-tokens revokeAccessToken': {
    as: 'admin',
    holds: row('access_token', ({ tokenId }) => tokenId),
    call: (ctx, { tokenId }) => revokeAccessToken(ctx, tokenId),
  },
  'auth/add-passkey addPasskey': {
    as: 'invited',
    call: async (ctx, { actors: { invited } }) => {
      const actor = { ...invited, sessionId: invited.id };
      await storeChallenge(ctx, 'challenge', additionBy(actor));
      const response = createSoftwarePasskey().created({ challenge: 'challenge' });
      return addPasskey({ ...ctx, actor }, { name: 'Office laptop', response });
    },
    writes: 'passkey',
  },
  'auth/passkeys approvePasskey': {
    as: 'admin',
    holds: row('passkey', ({ passkeyId }) => passkeyId),
    call: (ctx, { passkeyId }) => approvePasskey(ctx, passkeyId),
  },
  'auth/passkeys removePasskey': {
    as: 'admin',
    holds: row('passkey', ({ passkeyId }) => passkeyId),
    call: (ctx, { passkeyId }) => removePasskey(ctx, passkeyId),
  },
  'auth/linked-identities removeIdentity': {
    as: 'admin',
    holds: row('linked_identity', ({ identityId }) => identityId),
    call: (ctx, { identityId }) => removeIdentity(ctx, identityId),
  },
  'auth/user-sessions endSessions': {
    as: 'admin',
    holds: row('user_account', ({ colleagueId }) => colleagueId),
    call: (ctx, { colleagueId }) => endSessions(ctx, { userId: colleagueId }),
  },
  'invites/create-invites inviteStaff': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId }) =>
      inviteStaff(ctx, { highSchoolId, email: 'friend@school.example.org' }),
  },
  'invites/create-invites inviteUser': {
    as: 'admin',
    holds: ADMINISTRATORS,
    call: (ctx) => inviteUser(ctx, { email: 'friend@school.example.org', flags: ['ADMIN'] }),
  },
  'invites/open-invite resendInvite': {
    as: 'admin',
    holds: invite,
    call: (ctx, { inviteId }) => resendInvite(ctx, inviteId),
  },
  'invites/open-invite resendStaffInvite': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, staffInviteId: inviteId }) =>
      resendStaffInvite(ctx, { highSchoolId, inviteId }),
  },
  'invites/open-invite removeUserInvite': {
    as: 'admin',
    holds: invite,
    call: (ctx, { inviteId }) => removeUserInvite(ctx, inviteId),
  },
  'invites/open-invite removeStaffInvite': {
    as: 'staff',
    holds: school,
    call: (ctx, { schoolId: highSchoolId, staffInviteId: inviteId }) =>
      removeStaffInvite(ctx, { highSchoolId, inviteId }),
  },
  'invites/own-invites acceptOwnInvite': {
    as: 'invited',
    holds: ownInvite,
    call: (ctx, { ownStaffInviteId }) => acceptOwnInvite(ctx, ownStaffInviteId),
  },
  'invites/own-invites declineOwnInvite': {
    as: 'invited',
    holds: ownInvite,
    call: (ctx, { ownStaffInviteId }) => declineOwnInvite(ctx, ownStaffInviteId),
  },
  'users/change-user changeUser': {
    as: 'admin',
    holds: ADMINISTRATORS,
    call: (ctx, { colleagueId: id }) => changeUser(ctx, { id, patch: { flags: ['ADMIN'] }, ifMatch: null }),
  },
  'users/change-user deleteUser': {
    as: 'admin',
    holds: ADMINISTRATORS,
    call: (ctx, { colleagueId: id }) => deleteUser(ctx, { id, ifMatch: null }),
  },
  'users/create-account createUser': {
    as: 'admin',
    holds: ADMINISTRATORS,
    call: (ctx) =>
      createUser(ctx, {
        ...{ firstName: 'N', lastName: 'N', phone: '(907) 555-0100', email: 'n@school.example.org' },
        isAdministrator: true,
      }),
  },
};
