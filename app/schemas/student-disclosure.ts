import { z } from 'zod';
import { CHANNELS } from './enums.ts';
import { ResponseInstant } from './fields.ts';

/** A person in a log. */
const LoggedPersonSchema = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The address of the account that this one was merged into; null unless it was. */
  mergedInto: z.string().nullable(),
});

/** Fields of every log entry: when, by whom, and from where. */
export const loggedFields = {
  at: ResponseInstant,
  /** Null for the system, which includes the command line without `--as`. */
  actor: LoggedPersonSchema.nullable(),
  channel: z.enum(CHANNELS),
  /** Name of the access token that was used; null without one. */
  tokenName: z.string().nullable(),
  /** The operating system user and host of a command or job; null for requests. */
  osUser: z.string().nullable(),
  host: z.string().nullable(),
};

/** A record that a student's data was disclosed: to whom, when, how and why. Contains none of the data. */
export const StudentDisclosureSchema = z.object({
  id: z.string(),
  ...loggedFields,
  /** Like 'designation.read' or 'designations.download'. */
  purpose: z.string(),
  /** The reason that was given with a command's `--purpose`; null without one. */
  statedPurpose: z.string().nullable(),
  filter: z.record(z.string(), z.unknown()),
  /** Names of the years, schools and people whose IDs are in the filter; deleted ones have none. */
  names: z.record(z.string(), z.string()),
  /** Number of students disclosed together, including this one. */
  rowCount: z.number(),
});
export type StudentDisclosure = z.output<typeof StudentDisclosureSchema>;

/** A page of disclosures. Only `position` in the list, from 1, identifies the student. */
export const StudentDisclosuresSchema = z.object({
  designationId: z.string(),
  studentId: z.string(),
  position: z.number(),
  highSchoolName: z.string(),
  year: z.number(),
  disclosures: z.array(StudentDisclosureSchema),
  total: z.number(),
});
export type StudentDisclosuresResponse = z.output<typeof StudentDisclosuresSchema>;

export const StudentDisclosuresScreenSchema = StudentDisclosuresSchema.extend({ page: z.number() });
