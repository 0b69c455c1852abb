import { EMAIL_TARGET_LABELS, type EmailTarget, type ReminderState } from './enums.ts';

/** Schools we haven't heard from in the active year, as listed on the administrators' dashboard. */
export const OUTSTANDING_SCHOOLS = 'OUTSTANDING_SCHOOLS';

/** Outstanding schools that never submitted; excludes those whose designation was returned. */
export const UNSUBMITTED_STATES: readonly ReminderState[] = ['NOT_STARTED', 'STARTED'];

/** Schools and people that an administrator selected one by one. */
export const SELECTED = 'SELECTED';
/** Maximum number of selected schools, and of people. Their IDs must fit into the URL of the send screen. */
export const SELECTED_MAX = 50;

/** Audience of the deliveries of reminder rules. */
export const REMINDER_TARGET = 'REMINDER';

export type AudienceTarget = EmailTarget | typeof OUTSTANDING_SCHOOLS | typeof SELECTED;

export const AUDIENCE_LABELS: Record<AudienceTarget, string> = {
  ...EMAIL_TARGET_LABELS,
  [OUTSTANDING_SCHOOLS]: 'Outstanding high schools',
  [SELECTED]: 'Selected schools and people',
};

/** The error without an audience, on the send screen or the command line. */
export const AUDIENCE_MESSAGE = 'Choose an audience.';

/** The targets that use each field of the audience. */
export const AUDIENCE_FIELDS = {
  positions: [
    'ALL_HIGH_SCHOOLS',
    'HIGH_SCHOOLS_WITH_DESIGNATION',
    'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
    OUTSTANDING_SCHOOLS,
    SELECTED,
  ],
  year: [...Object.keys(EMAIL_TARGET_LABELS), SELECTED],
  criteria: ['HIGH_SCHOOLS_WITH_DESIGNATION', 'HIGH_SCHOOLS_WITHOUT_DESIGNATION'],
  status: ['HIGH_SCHOOLS_WITH_DESIGNATION'],
  states: [OUTSTANDING_SCHOOLS],
  schoolIds: [SELECTED],
  userIds: [SELECTED],
} as const satisfies Record<string, readonly string[]>;
export type AudienceField = keyof typeof AUDIENCE_FIELDS;
