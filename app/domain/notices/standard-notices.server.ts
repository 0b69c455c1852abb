import type { NoticeKind } from '#app/schemas/enums.ts';
import { DESIGNATION_NOTICES } from './designation-notices.ts';
import type { StandardNotice } from './standard-notice.ts';

/** The merge fields that every notice has. */
export const SETTINGS_FIELDS = {
  appName: "The programme's name",
  appUrl: 'Where people sign in',
  contactEmail: 'Whom to write to',
} as const;

const CONTACT = 'Questions? Write to {{contactEmail}}.\n{{appName}}';

const SIGN_IN = `You don't need a password. Each time you sign in, we email you a six-digit code.

If you didn't expect this email, ignore it. ${CONTACT}`;

const HOW_TO_ANSWER = `To answer, sign in with this email address ({{email}}):
{{appUrl}}/login

If you already have an account, accept or decline the invite on your dashboard. Otherwise, creating your account accepts it.

${SIGN_IN}`;

const INVITED_FIELDS = {
  email: 'The address that is invited',
  inviter: "Who invites; the programme's name where it was done by command",
};

const PERSON_FIELDS = {
  firstName: "The recipient's first name",
  lastName: "The recipient's last name",
};

/** THE standard texts: plain text, with `{{fields}}` and `[[parts that need their fields]]`. */
export const STANDARD_NOTICES: Readonly<Record<NoticeKind, StandardNotice>> = {
  USER_INVITED: {
    when: 'To an address that an administrator invites, and again when the invite is resent.',
    whenOff:
      'The invite is still there: whoever signs in with that address can accept it. No mail tells them.',
    mailKind: 'user.invited',
    fields: {
      ...INVITED_FIELDS,
      role: "'an administrator', or empty",
      schools: "Schools whose staff they are invited to, joined by ' & '; empty where there are none",
    },
    isFramed: false,
    subject: 'You are invited to {{appName}}',
    body: `Hello,

{{inviter}} invites you to {{appName}}[[ as {{role}}]], where schools designate their scholars.[[ You are invited to the staff of {{schools}}.]]

${HOW_TO_ANSWER}`,
  },
  STAFF_INVITED: {
    when: 'To an address that is invited to the staff of a school, whether it has an account or not.',
    whenOff:
      'The invite is still open: whoever signs in with that address can accept it. No email tells them.',
    mailKind: 'staff.invited',
    fields: { ...INVITED_FIELDS, school: "The school's name" },
    isFramed: false,
    subject: 'You are invited to join {{school}} at {{appName}}',
    body: `Hello,

{{inviter}} invites you to join the staff of {{school}} at {{appName}}, where schools designate their scholars.

${HOW_TO_ANSWER}`,
  },
  STAFF_JOINED: {
    when: 'To someone with an account who was added to the staff of a school without an invite.',
    whenOff: 'They belong to the school all the same. No mail tells them.',
    mailKind: 'staff.joined',
    fields: {
      ...PERSON_FIELDS,
      email: "The recipient's address",
      inviter: "Who added them; the programme's name where it was done by command",
      school: "The school's name",
    },
    isFramed: false,
    subject: 'You joined {{school}} at {{appName}}',
    body: `Hello {{firstName}} {{lastName}},

{{inviter}} added you to the staff of {{school}} at {{appName}}.

Sign in with this email address ({{email}}) to work for the school:
{{appUrl}}/login

If this is a mistake, or if you have questions, write to {{contactEmail}}.
{{appName}}`,
  },
  ...DESIGNATION_NOTICES,
  EMAIL_CHANGED: {
    when: 'To the old address when the address of an account is changed.',
    whenOff:
      "The old address is emailed only when an administrator made the change. People won't learn that somebody else took over their account.",
    mailKind: 'user.emailChanged',
    fields: {
      ...PERSON_FIELDS,
      oldEmail: 'The address until now, which the email goes to',
      newEmail: 'The address from now on',
      changedAt: 'When it was changed',
    },
    isFramed: false,
    subject: 'The email address of your {{appName}} account has changed',
    body: `Hello {{firstName}} {{lastName}},

The email address of your {{appName}} account was changed on {{changedAt}} from {{oldEmail}} to {{newEmail}}.

From now on, sign in with the new address:
{{appUrl}}/login

If you did not expect this, write to {{contactEmail}} at once.
{{appName}}`,
  },
  EXTENSION_GRANTED: {
    when: 'Sent to all school staff when their school gets an extension, or another due date for it.',
    whenOff: 'If off, staff see the extension only when they sign in.',
    mailKind: 'highSchool.extensionGranted',
    fields: {
      ...PERSON_FIELDS,
      school: "The school's name",
      year: 'The academic year',
      dueAt: "The school's new due date",
      reason: 'The reason for the extension',
    },
    isFramed: false,
    subject: '{{school}}: the {{year}} designation is now due {{dueAt}}',
    body: `Hello {{firstName}} {{lastName}},

{{school}} has more time for its {{year}} designation. It's now due on {{dueAt}}.[[

Reason: {{reason}}]]

Sign in to continue:
{{appUrl}}

Questions? Email {{contactEmail}}.
{{appName}}`,
  },
  DUE_SOON: {
    when: 'To the staff whom a reminder is for, where the reminder has no email of its own.',
    whenOff: 'Reminders that have no email of their own are not sent.',
    mailKind: 'designation.dueSoon',
    fields: {
      ...PERSON_FIELDS,
      email: "The recipient's address",
      schools: "The recipient's schools that are reminded, joined by ' & '",
      year: 'The academic year',
      dueAt: 'Until when the designation is due',
    },
    isFramed: false,
    subject: 'The {{year}} designation of {{schools}} is due soon',
    body: `Hello {{firstName}} {{lastName}},

The designation of {{schools}} for the {{year}} academic year has not been submitted yet. It is due on {{dueAt}}.

Sign in to submit it:
{{appUrl}}

${CONTACT}`,
  },
};
