import { z } from 'zod';
import { CHANNELS } from './enums.ts';

/** That someone obtained a student's data: who, when, by which channel and why. Holds none of the data. */
export const StudentDisclosureSchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Null for the system, which is whoever runs the command line. */
  actor: z
    .object({ id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() })
    .nullable(),
  channel: z.enum(CHANNELS),
  /** Like 'designation.read' or 'designations.download'. */
  purpose: z.string(),
  filter: z.record(z.string(), z.unknown()),
  /** The years, schools and people that ids in the filter stand for; a deleted one has none. */
  names: z.record(z.string(), z.string()),
  /** How many students were handed out with it, this one included. */
  rowCount: z.number(),
});
export type StudentDisclosure = z.output<typeof StudentDisclosureSchema>;

/** A page of a student's disclosures; the student is named by its place in the list alone, from 1. */
export const StudentDisclosuresSchema = z.object({
  designationId: z.string(),
  studentId: z.string(),
  position: z.number(),
  highSchoolName: z.string(),
  year: z.number(),
  disclosures: z.array(StudentDisclosureSchema),
  total: z.number(),
});
export type StudentDisclosuresAnswer = z.output<typeof StudentDisclosuresSchema>;

export const StudentDisclosuresScreenSchema = StudentDisclosuresSchema.extend({ page: z.number() });
