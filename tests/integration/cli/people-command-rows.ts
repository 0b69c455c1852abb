import type { CommandRow } from './command-row.ts';

/** The rows of commands about schools, their staff, users, invites, passkeys, linked identities, and access tokens. */
export const PEOPLE_ROWS: Readonly<Record<string, CommandRow>> = {
  'schools list': { args: '--limit 1', out: /^Name,Status,.+\r\n/ },
  'schools show': { args: '{school}', out: /^ID,Name,.+\r\n/ },
  'schools outstanding': { args: '--limit 2', out: /^School,Students last year,Status,Phone,/ },
  'schools create': {
    args: 'Cedar --phone 9075550131 --address1 Road --city Nome --zip5 99762',
    ...{ out: /^ID,Name,.+\r\n\S+,Cedar,Inactive/, isOnce: true },
    err: /^Added Cedar as an inactive school\. /,
    dry: { out: /,Cedar,Inactive/, err: /^Would add Cedar\.\n$/ },
  },
  'schools import': { args: '{nowhere}/list.csv', code: 1, err: /the file doesn't exist\.\n$/, unasked: 1 },
  'schools snooze': {
    args: '{school} --until 2999-01-19',
    err: /^Snoozed .+ until Jan 19, 2999\.\n$/,
    dry: { err: /^Would snooze .+ until Jan 19, 2999\.\n$/ },
  },
  'schools unsnooze': { args: '{inactive}', code: 3, err: / isn't snoozed\.\n$/ },
  'schools activate': { args: '{inactive}', err: /^Would activate .+\.\n$/ },
  'schools deactivate': { args: '{school}', err: /^Would deactivate .+\.\n$/ },

  'users list': { args: '--flags ADMIN', out: /^Name,Email,.+\r\n/ },
  'users show': { args: '{user}', out: /^ID,Name,Email,.+\r\n/ },
  'users create': {
    args: 'eve@example.org --first Eve --last Ek --phone 9075550199',
    isOnce: true,
    err: /^Created Eve Ek /,
    dry: { err: /^Would create Eve Ek / },
  },
  'users import': {
    args: 'tests/fixtures/import/users.csv',
    err: /^Would import 2 accounts, 1 of them administrators\.\n$/,
  },
  'users invite': { args: 'new@example.org', err: /^Would invite new@example\.org\.\n$/ },
  'users flags': { args: '{user} --add ADMIN', err: /^Would change the flags of / },
  'users merge': { args: '{user} admin@scholars.example.org', err: /Would merge / },
  'users delete': { args: '{user}', err: /Would delete / },
  'users sessions': {
    args: '{user} --end',
    code: 3,
    out: /^ID,Browser,Signed in,Last used\r\n$/,
    err: / isn't signed in anywhere\.\n$/,
    unasked: 3,
  },

  'tokens list': { out: /^ID,Name,User,Email,Scopes,Created,Expires,Last used\r\n/ },
  'tokens create': {
    args: '{user} --name Nightly --scope READ',
    out: /^laurel_[\w-]{43}\n$/,
    err: /^Created the access token “Nightly” for .+\.\n$/,
    dry: { out: /^$/, err: /^Would create the access token “Nightly” for .+\.\n$/ },
    isOnce: true,
  },
  'identities list': { out: /^ID,User,Email,Issuer,Subject,Linked,Last used\r\n/ },
  'identities remove': { args: '{unknown}', code: 1, err: /./, unasked: 1 },
  'passkeys list': { out: /^ID,Name,User,Email,Added,Approved,Last used\r\n/ },
  'passkeys approve': { args: '{unknown}', code: 1, err: /./, unasked: 1 },
  'passkeys remove': { args: '{unknown}', code: 1, err: /./, unasked: 1 },
  'tokens revoke': { args: '{unknown}', code: 1, err: /./, unasked: 1 },

  'schools edit': {
    args: '{school} --phone 9075550188',
    ...{ out: /,\(907\) 555-0188,/, err: /^Nothing has changed yet\.\n$/ },
  },
  'users edit': { args: '{user} --phone 9075550188', err: /^Would change the account of / },
  'staff add': { args: '{school} {user} --position COUNSELOR', err: /^Would add / },
  'staff edit': {
    args: '{school} {user} --position PRINCIPAL',
    ...{ code: 1, err: / isn't on the staff of /, unasked: 1 },
  },
  'staff remove': { args: '{school} {user}', code: 3, err: / isn't on the staff of /, unasked: 3 },
  'staff invite': { args: '{school} new@example.org', err: /^Would invite new@example\.org to / },
  'staff resend-invite': {
    ...{ args: '{school} nobody@example.org', code: 1, err: / has no open invite for /, unasked: 1 },
  },
  'staff remove-invite': {
    ...{ args: '{school} nobody@example.org', code: 1, err: / has no open invite for /, unasked: 1 },
  },
  'access-requests list': { out: /^Name,Email,School name entered,School,/ },
  'access-requests accept': { args: '{unknown}', code: 1, err: /^No open request /, unasked: 1 },
  'access-requests decline': { args: '{unknown}', code: 1, err: /^No open request /, unasked: 1 },
  'invites list': { out: /^Email,Flags,Schools,Invited,Expires\r\n/ },
  'invites resend': { args: '{invited}', err: /./ },
  'invites remove': { args: '{invited}', err: /./ },
};
