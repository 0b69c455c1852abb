import type { NoticeKind } from '#app/schemas/enums.ts';
import { DESIGNATION_NOTICES, type StandardNotice } from './designation-notices.ts';

export const SETTINGS_FIELDS = {
  appName: "The program's name",
  appUrl: 'The address of this site',
  contactEmail: 'The email address for questions',
} as const;

const CONTACT = 'Questions? Email {{contactEmail}}.\n{{appName}}';

const SIGN_IN = `You don't need a password. To sign in, you enter a six-digit code that we email you.

If you didn't expect this email, you can ignore it. ${CONTACT}`;

const HOW_TO_ANSWER = `To respond, sign in with this email address ({{email}}):
{{appUrl}}/login

If you already have an account, accept or decline the invite on your dashboard. Otherwise, create an account to accept it. The invite expires on {{expires}}.

${SIGN_IN}`;

const INVITED_FIELDS = {
  email: 'The invited address',
  inviter: "Who sent the invite; “The … team” with the program's name if it was sent from the command line",
  expires: 'When the invite expires',
};

const PERSON_FIELDS = {
  firstName: "The recipient's first name",
  lastName: "The recipient's last name",
};

/** Plain text with `{{fields}}` and `[[parts shown only if their fields have values]]`. */
export const STANDARD_NOTICES: Readonly<Record<NoticeKind, StandardNotice>> = {
  USER_INVITED: {
    when: 'Sent to someone when an administrator invites them, and again when the invite is resent.',
    whenOff:
      "The invite still works, but the person isn't emailed about it. Whoever signs in with that address can accept it.",
    emailKind: 'user.invited',
    fields: {
      ...INVITED_FIELDS,
      role: '“an administrator”, or empty',
      schools: "The schools they're invited to join, separated by “ & ”; empty if there are none",
    },
    isFramed: false,
    subject: "You're invited to {{appName}}",
    body: `Hello,

{{inviter}} invited you to {{appName}}[[ as {{role}}]].[[ If you accept, you'll also join the staff of {{schools}}.]] High schools use {{appName}} to designate the top ten percent of their junior class.

${HOW_TO_ANSWER}`,
  },
  STAFF_INVITED: {
    when: "Sent to someone who is invited to join a school's staff, whether or not they have an account.",
    whenOff:
      "The invite still works, but the person isn't emailed about it. Whoever signs in with that address can accept it.",
    emailKind: 'staff.invited',
    fields: { ...INVITED_FIELDS, school: "The school's name" },
    isFramed: false,
    subject: "You're invited to join the staff of {{school}} on {{appName}}",
    body: `Hello,

{{inviter}} invited you to join the staff of {{school}} on {{appName}}. High schools use {{appName}} to designate the top ten percent of their junior class.

${HOW_TO_ANSWER}`,
  },
  STAFF_JOINED: {
    when: "Sent to someone who already has an account and is added to a school's staff without an invite.",
    whenOff: "They still join the staff, but they aren't emailed about it.",
    emailKind: 'staff.joined',
    fields: {
      ...PERSON_FIELDS,
      email: "The recipient's address",
      inviter: "Who added them; “The … team” with the program's name if it was done from the command line",
      school: "The school's name",
    },
    isFramed: false,
    subject: 'You were added to the staff of {{school}} on {{appName}}',
    body: `Hello {{firstName}} {{lastName}},

{{inviter}} added you to the staff of {{school}} on {{appName}}.

Sign in with this email address ({{email}}) to get started:
{{appUrl}}/login

If this is a mistake, or if you have questions, email {{contactEmail}}.
{{appName}}`,
  },
  ...DESIGNATION_NOTICES,
  EMAIL_CHANGED: {
    when: 'Sent to the old address when the email address of an account changes.',
    whenOff:
      "The old address is emailed only when an administrator makes the change. People won't find out if someone else takes over their account.",
    emailKind: 'user.emailChanged',
    fields: {
      ...PERSON_FIELDS,
      oldEmail: 'The old address, which this email goes to',
      newEmail: 'The new address',
      changedAt: 'When it was changed',
    },
    isFramed: false,
    subject: 'Your {{appName}} email address was changed',
    body: `Hello {{firstName}} {{lastName}},

Your {{appName}} email address was changed from {{oldEmail}} to {{newEmail}} on {{changedAt}}.

From now on, sign in with the new address:
{{appUrl}}/login

If you weren't expecting this change, email {{contactEmail}} right away.
{{appName}}`,
  },
  EXTENSION_GRANTED: {
    when: 'Sent to all school staff when their school is granted an extension, or when the extension changes.',
    whenOff: 'Staff see the extension only when they sign in.',
    emailKind: 'highSchool.extensionGranted',
    fields: {
      ...PERSON_FIELDS,
      school: "The school's name",
      year: 'The academic year',
      dueAt: "The school's new due date and time",
      reason: 'The reason for the extension',
    },
    isFramed: false,
    subject: '{{school}}: the {{year}} designation is now due {{dueAt}}',
    body: `Hello {{firstName}} {{lastName}},

We've granted {{school}} an extension. Its {{year}} designation is now due on {{dueAt}}.[[

Reason: {{reason}}]]

Sign in to work on it:
{{appUrl}}

Questions? Email {{contactEmail}}.
{{appName}}`,
  },
  ACCESS_REQUESTED: {
    when: "Sent to a school's staff and all administrators when someone requests access. If we can't match the name entered to one active school, only administrators are emailed. At most five requests a day for the same name are emailed.",
    whenOff: "Requests appear only on the school's page, on the dashboard, and under Pending Invites.",
    emailKind: 'access.requested',
    fields: {
      ...PERSON_FIELDS,
      personEmail: 'The verified email address of the person who requests access',
      school:
        "The school's name, or “a school that wasn't found” if we can't match the name entered to one active school",
      unmatched: 'Why only administrators can accept the request; empty if the school was found',
      page: 'The page where the request can be accepted or declined',
    },
    isFramed: false,
    subject: '{{personEmail}} requests access to {{school}}',
    body: `Hello {{firstName}} {{lastName}},

Someone signed in to {{appName}} and requested access to {{school}}. Their email address:
{{personEmail}}

Only accept requests from people you know, and check the address letter by letter.[[ {{unmatched}}]] Accept or decline the request here:
{{page}}

${CONTACT}`,
  },
  MESSAGE_SENT: {
    when: 'Sent to all school staff when the office writes a message about a designation, and to all administrators when the school does. At most one email an hour until the other side replies.',
    whenOff: 'Messages are marked as unread, but no one is emailed about them.',
    emailKind: 'designation.messageSent',
    fields: {
      ...PERSON_FIELDS,
      sender: 'The first and last name of the person who wrote the message',
      from: "The school's name, or the office's",
      school: "The school's name",
      year: 'The academic year',
      link: 'The address of the messages',
    },
    isFramed: false,
    subject: '{{school}}: new message about the {{year}} designation',
    body: `Hello {{firstName}} {{lastName}},

{{sender}} ({{from}}) sent a message about the {{year}} designation for {{school}}.

Sign in to read it and reply:
{{link}}

To protect students' privacy, this email doesn't include the message.

${CONTACT}`,
  },
  OFFICE_DIGEST: {
    when: "Sent to all administrators at 7:00 AM in the program's time zone if schools have submitted or emails have bounced since the last summary.",
    whenOff: 'No summary is sent. The dashboard and the audit log show the same information.',
    emailKind: 'office.digest',
    fields: {
      ...PERSON_FIELDS,
      toReview: 'How many designations are waiting for review in the active year',
      submitted: 'The schools that submitted for the first time, one per line; empty if there are none',
      resubmitted: 'The schools that submitted again after a return, one per line; empty if there are none',
      bounced: 'The addresses that bounced, one per line; empty if there are none',
    },
    isFramed: false,
    subject: '{{appName}}: daily summary',
    body: `Hello {{firstName}} {{lastName}},

Designations waiting for review: {{toReview}}[[

Submitted since the last summary:
{{submitted}}]][[

Resubmitted after a return:
{{resubmitted}}]][[

Emails to these addresses bounced:
{{bounced}}]]

Sign in to see the details:
{{appUrl}}

We send this summary to all administrators, at most once a day. ${CONTACT}`,
  },
  // The reminder email, unless the reminder has its own template.
  DUE_SOON: {
    when: "Sent to a reminder's recipients if the reminder doesn't have its own email template.",
    whenOff: "Reminders without their own email template aren't sent.",
    emailKind: 'designation.dueSoon',
    fields: {
      ...PERSON_FIELDS,
      email: "The recipient's address",
      schools: "The recipient's schools this reminder is about, separated by “ & ”",
      year: 'The academic year',
      dueAt: 'When the designation is due',
    },
    isFramed: false,
    subject: 'The {{year}} designation for {{schools}} is due soon',
    body: `Hello {{firstName}} {{lastName}},

The {{year}} designation for {{schools}} still needs to be submitted. It's due on {{dueAt}}.

Sign in to submit it:
{{appUrl}}

${CONTACT}`,
  },
};
