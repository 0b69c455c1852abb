import { z } from 'zod';
import { Uuid } from './fields.ts';

/** The parts of a REST path. What is no id is 400, like any other input of the wrong form (decisions, section 2). */

export const IdParamsSchema = z.object({ id: Uuid });
export type IdParams = z.output<typeof IdParamsSchema>;

/** The literal that stands for the current user (specification, section 7). */
export const SELF = '@me';
const Self = z
  .string()
  .regex(/^@me$/i)
  .transform((): typeof SELF => SELF);

export const UserIdParamsSchema = z.object({
  id: z.union([Self, Uuid], { error: 'Must be an id (uuid) or @me.' }),
});
export type UserIdParams = z.output<typeof UserIdParamsSchema>;

const YearNumber = z
  .string()
  .regex(/^\d{4}$/)
  .transform(Number);

/** A year's id, or its number: `academicYears/2026/designations`. */
export const YearOrIdParamsSchema = z.object({
  id: z.union([YearNumber, Uuid], { error: 'Must be an id (uuid) or a year of four digits.' }),
});
export type YearOrIdParams = z.output<typeof YearOrIdParamsSchema>;

export const ExtensionParamsSchema = z.object({ id: Uuid, highSchoolId: Uuid });
export type ExtensionParams = z.output<typeof ExtensionParamsSchema>;
