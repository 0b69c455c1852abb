import { z } from 'zod';
import { SEARCH_TEXT_MAX } from '#app/config/constants.ts';
import { DESIGNATION_STATUSES, ACTIVITY_STATUSES } from './enums.ts';
import { requiredLine } from './fields.ts';

/** The text to search for. It's sent in a body, so that no address contains a student's name. */
export const SearchSchema = z.strictObject({ text: requiredLine('Search text', SEARCH_TEXT_MAX) });

/** Kinds of results, in the order they're shown. */
export const SEARCH_GROUPS = ['schools', 'people', 'students', 'designations'] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** The first matches of each kind. */
export const SearchResponseSchema = z.object({
  schools: z.array(
    z.object({ id: z.string(), name: z.string(), city: z.string(), status: z.enum(ACTIVITY_STATUSES) }),
  ),
  people: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      isDeleted: z.boolean(),
      /** The first school where the person works, A to Z; null without one. */
      highSchoolName: z.string().nullable(),
      highSchoolCount: z.number(),
    }),
  ),
  students: z.array(
    z.object({
      id: z.string(),
      designationId: z.string(),
      first: z.string(),
      middle: z.string(),
      last: z.string(),
      preferred: z.string(),
      highSchoolName: z.string(),
      year: z.number(),
    }),
  ),
  designations: z.array(
    z.object({
      id: z.string(),
      highSchoolName: z.string(),
      year: z.number(),
      status: z.enum(DESIGNATION_STATUSES),
    }),
  ),
  /** The kinds that have more matches than these. */
  more: z.array(z.enum(SEARCH_GROUPS)),
});
export type SearchResponse = z.output<typeof SearchResponseSchema>;
