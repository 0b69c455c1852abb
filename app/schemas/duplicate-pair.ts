import { z } from 'zod';
import { DESIGNATION_STATUSES } from './enums.ts';
import { Uuid } from './fields.ts';
import { ListQueryShape, PageNumberQuerySchema } from './listing.ts';
import { StudentResponseSchema } from './student.ts';

const PairSideSchema = z.object({
  id: z.string(),
  status: z.enum(DESIGNATION_STATUSES),
  highSchool: z.object({ id: z.string(), name: z.string() }),
});

/** Two designations of a year with students who may be on both lists. Names no student. */
export const DuplicatePairSchema = z.object({
  /** How many students of the first designation match one of the second. */
  students: z.number(),
  academicYear: z.object({ id: z.string(), year: z.number() }),
  /** By the schools' names. */
  designations: z.tuple([PairSideSchema, PairSideSchema]),
});
export type DuplicatePair = z.output<typeof DuplicatePairSchema>;

/** Without a year, the active one's pairs are listed. */
export const DuplicatePairsQuerySchema = z.strictObject({
  academicYearId: Uuid.optional(),
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});
export type DuplicatePairsQuery = z.output<typeof DuplicatePairsQuerySchema>;

export const DuplicatePairsPageQuerySchema = PageNumberQuerySchema.extend({
  academicYearId: Uuid.optional(),
});

export const DuplicatePairsScreenSchema = z.object({
  year: z.object({ id: z.string(), year: z.number() }).nullable(),
  years: z.array(z.object({ id: z.string(), year: z.number() })),
  pairs: z.array(DuplicatePairSchema),
  total: z.number(),
  page: z.number(),
});

const ComparedListSchema = PairSideSchema.extend({
  students: z.array(
    StudentResponseSchema.pick({
      id: true,
      first: true,
      middle: true,
      last: true,
      dateOfBirth: true,
      email: true,
    }).extend({
      /** Positions on the other list, from 1, of students who may be the same person. */
      matches: z.array(z.number()),
    }),
  ),
});
export type ComparedList = z.output<typeof ComparedListSchema>;

export const DuplicatePairParamsSchema = z.object({ id: Uuid, otherId: Uuid });

/** Two designations' lists side by side. */
export const ComparedPairSchema = z.object({
  academicYear: z.object({ id: z.string(), year: z.number() }),
  /** Without students if none of them match anymore. */
  lists: z.tuple([ComparedListSchema, ComparedListSchema]),
});
export type ComparedPair = z.output<typeof ComparedPairSchema>;
