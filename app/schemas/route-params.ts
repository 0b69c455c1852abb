import { z } from 'zod';
import { Uuid } from './fields.ts';

/** The parts of a REST path. What is no id is 400, like any other input of the wrong form (decisions, section 2). */

export const IdParamsSchema = z.object({ id: Uuid });
export type IdParams = z.output<typeof IdParamsSchema>;

/** The literal that stands for the current user (specification, section 7). */
export const SELF = '@me';
const isSelf = (text: string) => text.toLowerCase() === SELF;
const isYear = (text: string) => /^\d{4}$/.test(text);
const isUuid = (text: string) => Uuid.safeParse(text).success;

/** A user's id, or `@me`. */
export const UserIdParamsSchema = z.object({
  id: z
    .string()
    .refine((text) => isSelf(text) || isUuid(text), 'Must be an id (uuid) or @me.')
    .toLowerCase(),
});
export type UserIdParams = z.output<typeof UserIdParamsSchema>;

/** A year's id, or its number: `academicYears/2026/designations`. */
export const YearOrIdParamsSchema = z.object({
  id: z
    .string()
    .refine((text) => isYear(text) || isUuid(text), 'Must be an id (uuid) or a year of four digits.')
    .transform((text) => (isYear(text) ? Number(text) : text.toLowerCase())),
});
export type YearOrIdParams = z.output<typeof YearOrIdParamsSchema>;

export const ExtensionParamsSchema = z.object({ id: Uuid, highSchoolId: Uuid });
export type ExtensionParams = z.output<typeof ExtensionParamsSchema>;

export const StaffParamsSchema = z.object({ id: Uuid, userId: Uuid });
export type StaffParams = z.output<typeof StaffParamsSchema>;

export const StaffInviteParamsSchema = z.object({ id: Uuid, inviteId: Uuid });
export type StaffInviteParams = z.output<typeof StaffInviteParamsSchema>;

export const StudentParamsSchema = z.object({ id: Uuid, studentId: Uuid });
export type StudentParams = z.output<typeof StudentParamsSchema>;
