/** Every closed list of the specification (section 3), in its order, with the words people read. */

export const DESIGNATION_STATUSES = ['STARTED', 'PENDING', 'RETURNED', 'APPROVED', 'REJECTED'] as const;
export type DesignationStatus = (typeof DESIGNATION_STATUSES)[number];
export const DESIGNATION_STATUS_LABELS: Record<DesignationStatus, string> = {
  STARTED: 'Started',
  PENDING: 'Pending',
  RETURNED: 'Returned',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
};

export const CRITERIA = ['CUMULATIVE_GPA', 'CUMULATIVE_WEIGHTED_GPA', 'OTHER'] as const;
export type Criteria = (typeof CRITERIA)[number];
export const CRITERIA_LABELS: Record<Criteria, string> = {
  CUMULATIVE_GPA: 'Cumulative GPA',
  CUMULATIVE_WEIGHTED_GPA: 'Cumulative weighted GPA',
  OTHER: 'Other',
};

/** Academic years and high schools are one of these. */
export const ACTIVITY_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];
export const STAFF_POSITIONS = ['STAFF', 'PRINCIPAL', 'REGISTRAR', 'COUNSELOR', 'SUPERINTENDENT'] as const;
export type StaffPosition = (typeof STAFF_POSITIONS)[number];
export const USER_FLAGS = ['ADMIN', 'DELETED'] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

export const ADDRESS_STATUSES = ['UNVERIFIED', 'INVALID', 'VALID'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** Why an administrator decided as they did (decisions, section 5). */
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
  CLASS_SIZE: 'The class size needs checking',
  NOT_TOP_TEN_PERCENT: 'A student is not in the top ten percent',
  ADDRESS: 'An address is incomplete or wrong',
  DUAL_ENROLLED: 'A dual-enrolled student belongs to another school',
  CRITERIA: 'The criteria need explaining',
  STUDENT_DETAILS: "A student's details need correcting",
  OTHER: 'Another reason, see the note',
};

/** Through which adapter an actor came; events and disclosures record it. */
export const DOORS = ['BROWSER', 'REST', 'CLI', 'SYSTEM'] as const;
export type Door = (typeof DOORS)[number];

export const LOGIN_ACTIONS = ['LOGIN', 'CREATE_ACCOUNT'] as const;
export type LoginAction = (typeof LOGIN_ACTIONS)[number];

export const MAIL_STATES = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DEFERRED',
  'FAILED',
  'BOUNCED',
  'CANCELLED',
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** US states, the federal district, territories and the armed forces' postal regions (USPS abbreviations). */
export const STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FM: 'Federated States of Micronesia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MH: 'Marshall Islands',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PW: 'Palau',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'Virgin Islands',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;
export type StateCode = keyof typeof STATES;
export const STATE_CODES = Object.keys(STATES) as [StateCode, ...StateCode[]];
