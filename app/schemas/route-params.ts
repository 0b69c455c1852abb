import { z } from 'zod';
import { Uuid } from './fields.ts';

/** Parameters of REST paths. A malformed ID is a 400, like other malformed input (decisions, section 2). */

export const IdParamsSchema = z.object({ id: Uuid });
export type IdParams = z.output<typeof IdParamsSchema>;

/** Means the current user (specification, section 7). */
export const SELF = '@me';
const isSelf = (text: string) => text.toLowerCase() === SELF;
const isYear = (text: string) => /^\d{4}$/.test(text);
export const isUuid = (text: string) => Uuid.safeParse(text).success;

/** A user's ID, or `@me`. */
export const UserIdParamsSchema = z.object({
  id: z
    .string()
    .refine((text) => isSelf(text) || isUuid(text), 'Must be a UUID or @me.')
    .toLowerCase(),
});
export type UserIdParams = z.output<typeof UserIdParamsSchema>;

/** A year's ID or number: `academicYears/2026/designations`. */
export const YearOrIdParamsSchema = z.object({
  id: z
    .string()
    .refine((text) => isYear(text) || isUuid(text), 'Must be a UUID or a four-digit year.')
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
