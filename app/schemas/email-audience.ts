import { z } from 'zod';
import { SILENT_SCHOOLS } from './audience-targets.ts';
import { type Audience, AudienceSchema } from './email.ts';
import { STAFF_POSITIONS } from './enums.ts';

const SilentAudienceSchema = z.strictObject({
  target: z.literal(SILENT_SCHOOLS),
  positions: z.array(z.enum(STAFF_POSITIONS)).max(20).default([]),
});

/** Whom a screen can write to: the specification's target groups, and the schools that have not answered. */
export const AudienceChoiceSchema = z.discriminatedUnion(
  'target',
  [...AudienceSchema.options, SilentAudienceSchema],
  { error: 'Choose whom to write to.' },
);
export type AudienceChoice = Audience | z.output<typeof SilentAudienceSchema>;
