import { z } from 'zod';
import { line } from './fields.ts';

export const SchoolChoiceSchema = z.object({ id: z.string(), name: z.string(), city: z.string() });
export type SchoolChoice = z.output<typeof SchoolChoiceSchema>;

/** The schools that a typed part of a name may mean. */
export const SchoolChoicesSchema = z.object({ schools: z.array(SchoolChoiceSchema) });

/** A part of a school's name. */
export const SchoolNameQuerySchema = z.strictObject({ name: line(200).default('') });
