import { z } from 'zod';
import { line } from './fields.ts';

export const SchoolChoiceSchema = z.object({ id: z.string(), name: z.string(), city: z.string() });
export type SchoolChoice = z.output<typeof SchoolChoiceSchema>;

export const SchoolChoicesSchema = z.object({ schools: z.array(SchoolChoiceSchema) });

export const SchoolNameQuerySchema = z.strictObject({ name: line(200).default('') });
