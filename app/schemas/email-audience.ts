import { z } from 'zod';
import { OUTSTANDING_SCHOOLS, UNSUBMITTED_STATES } from './audience-targets.ts';
import { type Audience, AudienceSchema } from './email.ts';
import { REMINDER_STATES, STAFF_POSITIONS } from './enums.ts';

const OutstandingAudienceSchema = z.strictObject({
  target: z.literal(OUTSTANDING_SCHOOLS),
  positions: z.array(z.enum(STAFF_POSITIONS)).max(20).default([]),
  /** By default schools that never submitted; "we haven't received" would be wrong for returned designations. */
  states: z
    .array(z.enum(REMINDER_STATES, { error: 'Choose at least one.' }))
    .min(1, 'Choose at least one.')
    .default([...UNSUBMITTED_STATES]),
});

/** The audiences of the send screen: the specification's targets, and outstanding schools. */
export const AudienceChoiceSchema = z.discriminatedUnion(
  'target',
  [...AudienceSchema.options, OutstandingAudienceSchema],
  { error: 'Choose an audience.' },
);
export type AudienceChoice = Audience | z.output<typeof OutstandingAudienceSchema>;

export type SchoolAudience = Exclude<AudienceChoice, { target: 'ADMINS' | 'PENDING_USERS' }>;

export type AnsweredAudience = Exclude<SchoolAudience, { target: 'ALL_HIGH_SCHOOLS' }>;

export function isChosenByAnswer(choice: AudienceChoice): choice is AnsweredAudience {
  return !['ALL_HIGH_SCHOOLS', 'ADMINS', 'PENDING_USERS'].includes(choice.target);
}
