import { z } from 'zod';
import { OUTSTANDING_SCHOOLS, UNSUBMITTED_STATES } from './audience-targets.ts';
import { type Audience, AudienceSchema } from './email.ts';
import { REMINDER_STATES, STAFF_POSITIONS } from './enums.ts';

const OutstandingAudienceSchema = z.strictObject({
  target: z.literal(OUTSTANDING_SCHOOLS),
  positions: z.array(z.enum(STAFF_POSITIONS)).max(20).default([]),
  /** Unless told, those that never submitted: to a school that the office itself returned, "we haven't received" is wrong. */
  states: z
    .array(z.enum(REMINDER_STATES, { error: 'Choose at least one.' }))
    .min(1, 'Choose at least one.')
    .default([...UNSUBMITTED_STATES]),
});

/** Whom a screen can write to: the specification's target groups, and the schools that have not answered. */
export const AudienceChoiceSchema = z.discriminatedUnion(
  'target',
  [...AudienceSchema.options, OutstandingAudienceSchema],
  { error: 'Choose an audience.' },
);
export type AudienceChoice = Audience | z.output<typeof OutstandingAudienceSchema>;

/** An audience of the staff of schools. */
export type SchoolAudience = Exclude<AudienceChoice, { target: 'ADMINS' | 'PENDING_USERS' }>;

/** An audience whose schools are chosen by what they have submitted. */
export type AnsweredAudience = Exclude<SchoolAudience, { target: 'ALL_HIGH_SCHOOLS' }>;

export function isChosenByAnswer(choice: AudienceChoice): choice is AnsweredAudience {
  return !['ALL_HIGH_SCHOOLS', 'ADMINS', 'PENDING_USERS'].includes(choice.target);
}
