import type { RestCall } from '#app/server/api-endpoint.ts';

/** Calls that belong together: a tag of the document, and a page of the reference. */
export interface CallGroup {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Beginnings of the paths of its calls. */
  readonly paths: readonly string[];
}

export const CALL_GROUPS: readonly CallGroup[] = [
  {
    slug: 'sign-in',
    name: 'Sign-in',
    description: 'Sign in with a code sent by email, create an account, and log out.',
    paths: ['login', 'create-account', 'logout'],
  },
  {
    slug: 'academic-years',
    name: 'Academic years',
    description: 'The years for which schools designate students, their dates, and extensions.',
    paths: ['academicYears'],
  },
  {
    slug: 'designations',
    name: 'Designations',
    description: 'Each high school has one designation a year, with its students.',
    paths: ['designations'],
  },
  {
    slug: 'designation-downloads',
    name: 'Designation downloads',
    description:
      'CSV files and Excel workbooks of designations and their students, and export profiles, which select their columns.',
    paths: ['designations/download', 'designations/profiles'],
  },
  {
    slug: 'high-schools',
    name: 'High schools',
    description: 'High schools and their designations.',
    paths: ['highschools'],
  },
  {
    slug: 'staff',
    name: 'Staff',
    description: "A high school's staff and staff invites.",
    paths: ['highschools/{id}/staff'],
  },
  {
    slug: 'users',
    name: 'Users',
    description: "Accounts and what belongs to them. `@me` is the caller's own account.",
    paths: ['users'],
  },
  {
    slug: 'access-tokens',
    name: 'Access tokens',
    description: 'Tokens that scripts send instead of a session cookie. Managing them requires a session.',
    paths: ['tokens'],
  },
  {
    slug: 'passkeys',
    name: 'Passkeys',
    description:
      'People can sign in with passkeys, which they add in the browser. Managing them requires a session.',
    paths: ['passkeys'],
  },
  {
    slug: 'single-sign-on',
    name: 'Single sign-on',
    description:
      'OpenID Connect accounts that administrators can sign in with. Managing them requires a session.',
    paths: ['identities'],
  },
  {
    slug: 'invites',
    name: 'Invites',
    description: 'Invites to create an account, and your own invites to schools.',
    paths: ['users/invites', 'users/@me/invites'],
  },
  {
    slug: 'notes',
    name: 'Notes',
    description: "The office's internal notes about high schools and designations, and snoozed schools.",
    paths: ['notes', 'highschools/{id}/notes', 'highschools/{id}/snooze', 'designations/{id}/notes'],
  },
  {
    slug: 'emails',
    name: 'Emails',
    description: 'Email templates, and emails to a selected audience.',
    paths: ['emails'],
  },
  {
    slug: 'deliveries',
    name: 'Deliveries',
    description: 'Sent emails and bounced addresses.',
    paths: ['emails/deliveries', 'emails/bounces'],
  },
  {
    slug: 'office',
    name: 'Office',
    description: "The office's search, statistics, audit log, and settings.",
    paths: ['search', 'statistics', 'audit', 'settings'],
  },
  {
    slug: 'reference',
    name: 'Reference',
    description: 'This description of the API.',
    paths: ['openapi.json'],
  },
];

/**
 * Returns the group with the longest matching path.
 * @throws {Error} if no group has the call
 */
export function groupOf({ path }: RestCall): CallGroup {
  let found: { group: CallGroup; length: number } | undefined;
  for (const group of CALL_GROUPS) {
    for (const start of group.paths) {
      const isIn = path === start || path.startsWith(`${start}/`);
      if (isIn && start.length > (found?.length ?? 0)) found = { group, length: start.length };
    }
  }
  if (found === undefined) throw new Error(`${path} is in no group of calls.`);
  return found.group;
}
