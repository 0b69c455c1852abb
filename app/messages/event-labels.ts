import { fieldLabel, fieldValue, NO_VALUE } from '#app/messages/field-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { formatDay, formatInZone } from '#app/lib/time/zoned-time.ts';
import type { MessageSide } from '#app/schemas/designation-message.ts';
import type { Channel } from '#app/schemas/enums.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { StudentCounts, TimelineEntry, ValueChange } from '#app/schemas/timeline.ts';
import { YEAR_DATE_NAMES } from '#app/schemas/year-fields.ts';

/** Titles of events, by kind. */
export const EVENT_TITLES: Readonly<Record<EventKind, string>> = {
  'designation.created': 'Started',
  'designation.edited': 'Edited',
  'designation.submitted': 'Submitted',
  'designation.reopened': 'Status changed',
  'designation.returned': 'Returned for correction',
  'designation.approved': 'Approved',
  'designation.rejected': 'Rejected',
  'designation.decisionUndone': 'Decision undone',
  'designation.messageSent': 'Message sent',
  'designation.imported': 'Imported',
  'highSchool.created': 'School added',
  'highSchool.changed': 'School changed',
  'highSchool.extensionGranted': 'Extension granted',
  'highSchool.extensionRevoked': 'Extension revoked',
  'highSchool.noteAdded': 'Internal note added',
  'highSchool.noteDeleted': 'Internal note deleted',
  'highSchool.snoozed': 'Snoozed',
  'highSchool.snoozeEnded': 'Snooze ended',
  'staff.added': 'Joined the staff',
  'staff.changed': 'Position changed',
  'staff.removed': 'Removed from the staff',
  'staff.accountMerged': "Staff member's accounts merged",
  'staff.invited': 'Invited to join the staff',
  'staff.inviteResent': 'Staff invite resent',
  'staff.inviteRemoved': 'Staff invite removed',
  'staff.inviteAccepted': 'Invite accepted',
  'staff.inviteDeclined': 'Invite declined',
  'access.requested': 'Access requested',
  'access.declined': 'Access request declined',
  'access.withdrawn': 'Access request withdrawn',
  'user.created': 'Account created',
  'user.changed': 'Account changed',
  'user.deleted': 'Account deleted',
  'user.restored': 'Account restored',
  'user.signedOut': 'Sign-ins ended',
  'user.unusualReading': "Unusual access to students' data reported",
  'user.merged': 'Another account merged into this one',
  'user.mergedAway': 'Merged into another account',
  'user.tokenCreated': 'Access token created',
  'user.tokenRevoked': 'Access token revoked',
  'user.passkeyAdded': 'Passkey added',
  'user.passkeyRemoved': 'Passkey removed',
  'user.passkeyApproved': 'Passkey approved',
  'user.identityLinked': 'Single sign-on linked',
  'user.identityRemoved': 'Single sign-on removed',
  'academicYear.created': 'Year added',
  'academicYear.changed': 'Year changed',
  'academicYear.deleted': 'Year deleted',
  'academicYear.extensionGranted': 'Extension granted',
  'academicYear.extensionRevoked': 'Extension revoked',
  'academicYear.rolledOver': 'Year rolled over',
  'academicYear.rolloverUndone': 'Rollover undone',
  'academicYear.studentsPurged': "Students' personal data removed",
  'academicYear.reminderAdded': 'Reminder added',
  'academicYear.reminderChanged': 'Reminder changed',
  'academicYear.reminderRemoved': 'Reminder removed',
  'invite.created': 'Invited',
  'invite.resent': 'Invite resent',
  'invite.accepted': 'Invite accepted',
  'invite.removed': 'Invite removed',
  'emailTemplate.created': 'Email template created',
  'emailTemplate.changed': 'Email template changed',
  'emailTemplate.deleted': 'Email template deleted',
  'delivery.created': 'Delivery created',
  'delivery.approved': 'Delivery approved',
  'delivery.paused': 'Delivery paused',
  'delivery.resumed': 'Delivery resumed',
  'delivery.cancelled': 'Delivery canceled',
  'delivery.retried': 'Failed emails resent',
  'notice.changed': 'Automatic email changed',
  'address.cleared': 'Email resumed',
  'settings.changed': 'Settings changed',
  'exportProfile.created': 'Export profile created',
  'exportProfile.changed': 'Export profile changed',
  'exportProfile.deleted': 'Export profile deleted',
  'savedView.created': 'Saved view created',
  'savedView.changed': 'Saved view changed',
  'savedView.deleted': 'Saved view deleted',
  'database.restored': 'Database restored from a backup',
};

const CHANNEL_LABELS: Readonly<Record<Channel, string | null>> = {
  BROWSER: 'in the browser',
  REST: 'via the REST API',
  CLI: 'via the command line',
  SYSTEM: null,
};

const EMAIL_LABELS = {
  STANDARD: null,
  EDITED: "The email's text was edited.",
  NONE: 'Saved without an email.',
} as const satisfies Record<NonNullable<TimelineEntry['email']>, string | null>;

const MESSAGE_LABELS: Readonly<Record<MessageSide, string>> = {
  SCHOOL: 'Message from the school',
  OFFICE: 'Message from the office',
};

/** Fields with text entered by users, shown in quotation marks. */
const QUOTED_FIELDS = ['criteriaComment', 'note', 'notes', 'reason', 'subject', 'termsText'];

/** Days without a time, shown like Jan 19, 2027. */
const DAY_FIELDS: readonly string[] = ['snoozedUntil'];

/** Instants, shown in the program's time zone. */
const INSTANT_FIELDS: readonly string[] = ['scheduledAt', ...YEAR_DATE_NAMES, 'backupOf'];

/** Returns a short title; for unknown kinds, the kind itself. */
export function eventTitle({ kind, count, side }: TimelineEntry): string {
  if (side !== undefined) return MESSAGE_LABELS[side];
  const label: Readonly<Record<string, string>> = EVENT_TITLES;
  const title = label[kind] ?? kind;
  return count === 1 ? title : `${title}, ${counted(count, 'save')}`;
}

/** Returns who did it, through which channel, with which access token, and as which operating system user. */
export function eventActor({ actorName, channel, tokenName, osUser, host }: TimelineEntry): string {
  const token = tokenName === null ? null : `with the access token “${tokenName}”`;
  const account = osUser === null ? null : `as ${osUser}@${host ?? ''}`;
  return [actorName ?? 'The system', CHANNEL_LABELS[channel], token, account].filter(Boolean).join(' ');
}

/**
 * Returns an event's details, one per line, like 'Class size: 14 → 15' or 'Students: 1 added, 2 changed'.
 * @param timeZone the installation's time zone, an IANA name
 */
export function eventLines(entry: TimelineEntry, timeZone: string): string[] {
  const { fields, students, names, email, count } = entry;
  const lines = Object.entries(fields).map(
    ([field, change]) => `${fieldLabel(field)}: ${formatChange(field, change, timeZone)}`,
  );
  if (students !== null) lines.push(`Students: ${formatStudents(students)}`);
  const label = email === null ? null : EMAIL_LABELS[email];
  if (label !== null) lines.push(label);
  if (lines.length + names.length === 0 && count > 1) lines.push('No changes.');
  return lines;
}

/** Returns 'Pending → Returned', or only the new value if the old one was empty. */
function formatChange(field: string, { from, to }: ValueChange, timeZone: string): string {
  const [before, after] = [from, to].map((value) => {
    if (INSTANT_FIELDS.includes(field) && typeof value === 'string') return formatInZone(value, timeZone);
    if (DAY_FIELDS.includes(field) && typeof value === 'string') return formatDay(value);
    const label = fieldValue(field, value);
    return QUOTED_FIELDS.includes(field) && label !== NO_VALUE ? `“${label}”` : label;
  });
  return before === NO_VALUE ? `${after}` : `${before} → ${after}`;
}

function formatStudents({ added, removed, changed, changedFields }: StudentCounts): string {
  const parts = Object.entries({ added, removed, changed }).flatMap(([kind, count]) =>
    count === 0 ? [] : [`${count} ${kind}`],
  );
  const names = changedFields.map((field) => fieldLabel(field).toLowerCase()).join(', ');
  if (names !== '') return `${parts.join(', ')} (${names})`;
  return parts.length === 0 ? 'in a different order' : parts.join(', ');
}
