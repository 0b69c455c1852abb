import { EMAIL_TARGET_LABELS, type EmailTarget, type ReminderState } from './enums.ts';

/** The schools we haven't heard from in the active year, as the administrators' home lists them. */
export const OUTSTANDING_SCHOOLS = 'OUTSTANDING_SCHOOLS';

/** The outstanding schools that have not submitted, apart from those whose designation the office returned. */
export const UNSUBMITTED_STATES: readonly ReminderState[] = ['NOT_STARTED', 'STARTED'];

/** The schools that a reminder rule is about, as the audience of its delivery. */
export const REMINDER_TARGET = 'REMINDER';

/** Whom a screen can write to. */
export const AUDIENCE_LABELS: Record<EmailTarget | typeof OUTSTANDING_SCHOOLS, string> = {
  ...EMAIL_TARGET_LABELS,
  [OUTSTANDING_SCHOOLS]: 'Outstanding high schools',
};

/** The targets that each field of the choice belongs to. */
export const AUDIENCE_FIELDS = {
  positions: [
    'ALL_HIGH_SCHOOLS',
    'HIGH_SCHOOLS_WITH_DESIGNATION',
    'HIGH_SCHOOLS_WITHOUT_DESIGNATION',
    OUTSTANDING_SCHOOLS,
  ],
  year: Object.keys(EMAIL_TARGET_LABELS),
  criteria: ['HIGH_SCHOOLS_WITH_DESIGNATION', 'HIGH_SCHOOLS_WITHOUT_DESIGNATION'],
  status: ['HIGH_SCHOOLS_WITH_DESIGNATION'],
  states: [OUTSTANDING_SCHOOLS],
} as const satisfies Record<string, readonly string[]>;
export type AudienceField = keyof typeof AUDIENCE_FIELDS;
