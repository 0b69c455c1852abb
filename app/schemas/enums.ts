/** The specification's enums (section 3) in order, with their labels. */

export const DESIGNATION_STATUSES = ['STARTED', 'PENDING', 'RETURNED', 'APPROVED', 'REJECTED'] as const;
export type DesignationStatus = (typeof DESIGNATION_STATUSES)[number];

export type DecisionNotice = 'DESIGNATION_RETURNED' | 'DESIGNATION_APPROVED' | 'DESIGNATION_REJECTED';

/** The automatic email to the school about a designation's new status; null if there is none. */
export const DECISION_NOTICES: Record<DesignationStatus, DecisionNotice | null> = {
  STARTED: null,
  PENDING: null,
  RETURNED: 'DESIGNATION_RETURNED',
  APPROVED: 'DESIGNATION_APPROVED',
  REJECTED: 'DESIGNATION_REJECTED',
};

/** Returns whether the school is emailed about this status. */
export function notifiesSchool(status: DesignationStatus): boolean {
  return DECISION_NOTICES[status] !== null;
}
export const DESIGNATION_STATUS_LABELS: Record<DesignationStatus, string> = {
  STARTED: 'Started',
  PENDING: 'Pending',
  RETURNED: 'Returned',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

const SUBMITTED_STATUSES: readonly DesignationStatus[] = ['PENDING', 'APPROVED', 'REJECTED'];

/** Returns whether the stored data is as submitted. Drafts and returned designations have no receipt. */
export function hasReceipt(status: DesignationStatus): boolean {
  return SUBMITTED_STATUSES.includes(status);
}

export const CRITERIA = ['CUMULATIVE_GPA', 'CUMULATIVE_WEIGHTED_GPA', 'OTHER'] as const;
export type Criteria = (typeof CRITERIA)[number];
export const CRITERIA_LABELS: Record<Criteria, string> = {
  CUMULATIVE_GPA: 'Cumulative GPA',
  CUMULATIVE_WEIGHTED_GPA: 'Cumulative weighted GPA',
  OTHER: 'Other',
};

/** Returns the label; unknown criteria are also 'Other' (specification, section 3). */
export function criteriaLabel(criteria: Criteria): string {
  return Object.hasOwn(CRITERIA_LABELS, criteria) ? CRITERIA_LABELS[criteria] : CRITERIA_LABELS.OTHER;
}

export const ACTIVITY_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];
export const ACTIVITY_STATUS_LABELS: Record<ActivityStatus, string> = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
};

export const STAFF_POSITIONS = ['STAFF', 'PRINCIPAL', 'REGISTRAR', 'COUNSELOR', 'SUPERINTENDENT'] as const;
export type StaffPosition = (typeof STAFF_POSITIONS)[number];
export const STAFF_POSITION_LABELS: Record<StaffPosition, string> = {
  STAFF: 'Staff',
  PRINCIPAL: 'Principal',
  REGISTRAR: 'Registrar',
  COUNSELOR: 'Counselor',
  SUPERINTENDENT: 'Superintendent',
};
/** What an empty list of positions means. */
export const ALL_POSITIONS_LABEL = 'All staff';

export const USER_FLAGS = ['ADMIN', 'DELETED'] as const;
export type UserFlag = (typeof USER_FLAGS)[number];
export const USER_FLAG_LABELS: Record<UserFlag, string> = { ADMIN: 'Administrator', DELETED: 'Deleted' };

export const ADDRESS_STATUSES = ['UNVERIFIED', 'INVALID', 'VALID'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** The forms of a review: three that set one status, and one for every status. */
export const DECISION_KINDS = ['approve', 'return', 'reject', 'status'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** Reasons for a decision (decisions, section 5). */
export const DECISION_REASONS = [
  'CLASS_SIZE',
  'NOT_TOP_TEN_PERCENT',
  'ADDRESS',
  'DUAL_ENROLLED',
  'CRITERIA',
  'STUDENT_DETAILS',
  'OTHER',
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];
export const DECISION_REASON_LABELS: Record<DecisionReason, string> = {
  CLASS_SIZE: 'The class size needs to be checked',
  NOT_TOP_TEN_PERCENT: 'A student is not in the top ten percent',
  ADDRESS: 'An address is incomplete or wrong',
  DUAL_ENROLLED: 'A dual-enrolled student belongs to another school',
  CRITERIA: 'The criteria need an explanation',
  STUDENT_DETAILS: "A student's details need corrections",
  OTHER: 'Another reason (see the note)',
};

/** States in which a school is reminded: no designation, or one it still has to submit. */
export const REMINDER_STATES = ['NOT_STARTED', 'STARTED', 'RETURNED'] as const;
export type ReminderState = (typeof REMINDER_STATES)[number];

/** A school's state in a year: no designation or its designation's status, in the order of the process. */
export const SCHOOL_STATES = ['NOT_STARTED', ...DESIGNATION_STATUSES] as const;
export type SchoolState = (typeof SCHOOL_STATES)[number];
export const SCHOOL_STATE_LABELS: Record<SchoolState, string> = {
  NOT_STARTED: 'Not started',
  ...DESIGNATION_STATUS_LABELS,
};

/** What the office's internal note is: a call is one about a phone call with the school. */
export const NOTE_KINDS = ['NOTE', 'CALL'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** How the actor connected; recorded in events and disclosures. */
export const CHANNELS = ['BROWSER', 'REST', 'CLI', 'SYSTEM'] as const;
export type Channel = (typeof CHANNELS)[number];

export const LOGIN_ACTIONS = ['LOGIN', 'CREATE_ACCOUNT'] as const;
export type LoginAction = (typeof LOGIN_ACTIONS)[number];

export const EMAIL_STATES = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DEFERRED',
  'FAILED',
  'BOUNCED',
  'CANCELLED',
] as const;
export type EmailState = (typeof EMAIL_STATES)[number];
/** States of emails that may still be sent. */
export const OPEN_EMAIL_STATES: readonly EmailState[] = ['QUEUED', 'SENDING', 'DEFERRED'];
export const EMAIL_STATE_LABELS: Record<EmailState, string> = {
  QUEUED: 'Waiting to be sent',
  SENDING: 'Sending',
  SENT: 'Sent',
  DEFERRED: 'Will be retried',
  FAILED: "Couldn't be sent",
  BOUNCED: 'Bounced',
  CANCELLED: 'Canceled',
};

/** Targets of a bulk email (specification, section 3). */
export const EMAIL_TARGETS = [
  'ALL_HIGH_SCHOOLS',
  'HIGH_SCHOOLS_WITH_DESIGNATION',
  'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
  'ADMINS',
  'PENDING_USERS',
] as const;
export type EmailTarget = (typeof EMAIL_TARGETS)[number];
export const EMAIL_TARGET_LABELS: Record<EmailTarget, string> = {
  ALL_HIGH_SCHOOLS: 'All high schools',
  HIGH_SCHOOLS_WITH_DESIGNATION: 'High schools with a designation',
  HIGH_SCHOOLS_WITHOUT_DESIGNATION: 'High schools without a designation',
  ADMINS: 'Administrators',
  PENDING_USERS: 'People with a pending invite',
};

/** Stored statuses of a delivery. */
export const DELIVERY_STATUSES = ['AWAITING_APPROVAL', 'SENDING', 'PAUSED', 'FINISHED', 'CANCELLED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Displayed statuses of a delivery; one that will be sent later is SCHEDULED until then. */
export const SHOWN_DELIVERY_STATUSES = ['SCHEDULED', ...DELIVERY_STATUSES] as const;
export type RecordedDeliveryStatus = (typeof SHOWN_DELIVERY_STATUSES)[number];
export const DELIVERY_STATUS_LABELS: Record<RecordedDeliveryStatus, string> = {
  SCHEDULED: 'Scheduled',
  AWAITING_APPROVAL: 'Awaiting approval',
  SENDING: 'Sending',
  PAUSED: 'Paused',
  FINISHED: 'Finished',
  CANCELLED: 'Canceled',
};

export const RECIPIENT_SKIP_REASONS = ['DELETED', 'NO_ADDRESS', 'BOUNCED', 'TWICE', 'EXCEPTED'] as const;
export type RecipientSkipReason = (typeof RECIPIENT_SKIP_REASONS)[number];
export const RECIPIENT_SKIP_LABELS: Record<RecipientSkipReason, string> = {
  DELETED: 'Deleted account',
  NO_ADDRESS: 'No address',
  BOUNCED: 'Address bounced',
  TWICE: 'Already on the list for another school',
  EXCEPTED: 'Deselected by you',
};

/** Source of a bounce: the mail server while sending, a report, or the command line. */
export const BOUNCE_SOURCES = ['SMTP', 'REPORT', 'CLI'] as const;
export type BounceSource = (typeof BOUNCE_SOURCES)[number];

export const NOTICES = [
  'USER_INVITED',
  'STAFF_INVITED',
  'STAFF_JOINED',
  'DESIGNATION_SUBMITTED',
  'DESIGNATION_RETURNED',
  'DESIGNATION_APPROVED',
  'DESIGNATION_REJECTED',
  'EMAIL_CHANGED',
  'DUE_SOON',
  'EXTENSION_GRANTED',
  'ACCESS_REQUESTED',
  'MESSAGE_SENT',
  'OFFICE_DIGEST',
] as const;
export type NoticeKind = (typeof NOTICES)[number];
export const NOTICE_LABELS: Record<NoticeKind, string> = {
  USER_INVITED: 'Invited as a user',
  STAFF_INVITED: 'Invited to a school',
  STAFF_JOINED: 'Joined a school',
  DESIGNATION_SUBMITTED: 'Designation submitted (receipt)',
  DESIGNATION_RETURNED: 'Designation returned',
  DESIGNATION_APPROVED: 'Designation approved',
  DESIGNATION_REJECTED: 'Designation rejected',
  EMAIL_CHANGED: 'Email address changed',
  DUE_SOON: 'Due soon (reminder)',
  EXTENSION_GRANTED: 'Extension granted',
  ACCESS_REQUESTED: 'Access requested',
  MESSAGE_SENT: 'Message sent',
  OFFICE_DIGEST: 'Daily summary for the office',
};

/** How an access request ended. An open one has no outcome, even after it expired. */
export const ACCESS_REQUEST_OUTCOMES = ['ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;

/** For an imported row that looks like an existing school. Any other choice is a school's ID. */
export const SKIP_SIMILAR = 'skip';
export const ADD_SIMILAR = 'new';

export const COLOR_SCHEMES = ['light', 'dark'] as const;
export type ColorScheme = (typeof COLOR_SCHEMES)[number];
