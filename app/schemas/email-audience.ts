import { z } from 'zod';
import {
  AUDIENCE_LABELS,
  AUDIENCE_MESSAGE,
  OUTSTANDING_SCHOOLS,
  SELECTED,
  SELECTED_MAX,
  UNSUBMITTED_STATES,
} from './audience-targets.ts';
import { CRITERIA, DESIGNATION_STATUSES, REMINDER_STATES, STAFF_POSITIONS } from './enums.ts';
import { Uuid, Year } from './fields.ts';

const positions = z.array(z.enum(STAFF_POSITIONS)).max(20).default([]);
const year = Year.optional();
const criteria = z.enum(CRITERIA).optional();

const allHighSchools = { target: z.literal('ALL_HIGH_SCHOOLS'), positions, year };
const withDesignation = {
  target: z.literal('HIGH_SCHOOLS_WITH_DESIGNATION'),
  positions,
  year,
  criteria,
  status: z.enum(DESIGNATION_STATUSES, { error: 'Choose a status.' }),
};
const withoutDesignation = {
  target: z.literal('HIGH_SCHOOLS_WITHOUT_DESIGNATION'),
  positions,
  year,
  criteria,
};
const admins = { target: z.literal('ADMINS'), year };
const pendingUsers = { target: z.literal('PENDING_USERS'), year };
const outstandingSchools = {
  target: z.literal(OUTSTANDING_SCHOOLS),
  positions,
  /** By default schools that never submitted; "we haven't received" would be wrong for returned designations. */
  states: z
    .array(z.enum(REMINDER_STATES, { error: 'Choose at least one designation status.' }))
    .min(1, 'Choose at least one designation status.')
    .max(REMINDER_STATES.length)
    .default([...UNSUBMITTED_STATES]),
};

const selectedIds = (what: string) =>
  z.array(Uuid).max(SELECTED_MAX, `Choose at most ${SELECTED_MAX} ${what}.`).default([]);

/** The staff of these schools, in these positions, and these people. */
const selected = {
  target: z.literal(SELECTED),
  positions,
  year,
  schoolIds: selectedIds('schools'),
  userIds: selectedIds('people'),
};

/**
 * Returns the schema of an audience with more fields: the specification's targets (section 3), outstanding schools, and
 * selected schools and people. No positions means all of them; no year means the active one.
 */
export function audienceSchema<Extra extends z.ZodRawShape>(extra: Extra, error: string) {
  return z.discriminatedUnion(
    'target',
    [
      z.strictObject({ ...allHighSchools, ...extra }),
      z.strictObject({ ...withDesignation, ...extra }),
      z.strictObject({ ...withoutDesignation, ...extra }),
      z.strictObject({ ...admins, ...extra }),
      z.strictObject({ ...pendingUsers, ...extra }),
      z.strictObject({ ...outstandingSchools, ...extra }),
      z.strictObject({ ...selected, ...extra }),
    ],
    { error },
  );
}

/** The audience in the body of a REST call. */
export const TARGET_MESSAGE = `Choose a target: ${Object.keys(AUDIENCE_LABELS).join(', ')}.`;
export const AudienceSchema = audienceSchema({}, TARGET_MESSAGE);

/** The audience chosen on the send screen or the command line. */
export const AudienceChoiceSchema = audienceSchema({}, AUDIENCE_MESSAGE);
export type AudienceChoice = z.output<typeof AudienceChoiceSchema>;

type AudienceOf<Target extends AudienceChoice['target']> = Extract<AudienceChoice, { target: Target }>;

export type SelectedAudience = AudienceOf<typeof SELECTED>;

export type SchoolAudience = Exclude<
  AudienceChoice,
  { target: 'ADMINS' | 'PENDING_USERS' | typeof SELECTED }
>;

export type AudienceByDesignation = Exclude<SchoolAudience, { target: 'ALL_HIGH_SCHOOLS' }>;

/** Returns whether what schools have submitted decides who is in the audience. */
export function isByDesignation(choice: AudienceChoice): choice is AudienceByDesignation {
  return !['ALL_HIGH_SCHOOLS', 'ADMINS', 'PENDING_USERS', SELECTED].includes(choice.target);
}
