import { z } from 'zod';
import { DECISION_REASONS } from './enums.ts';
import { Uuid } from './fields.ts';
import { ListQueryShape, PageNumberQuerySchema } from './listing.ts';
import { STATISTICS_GROUP_NAMES, STATISTICS_SORTS } from './statistics-groups.ts';

const filterShape = {
  by: z.enum(STATISTICS_GROUP_NAMES).default('year'),
  academicYearId: Uuid.optional(),
  sort: z.enum(STATISTICS_SORTS).optional(),
  direction: ListQueryShape.direction,
};

/** Grouping, an optional year, and the order. `desc`, the default, means newest first, A to Z, or largest first. */
export const StatisticsFilterSchema = z.strictObject(filterShape);
export type StatisticsFilter = z.output<typeof StatisticsFilterSchema>;

export const StatisticsQuerySchema = StatisticsFilterSchema.extend({
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});
export type StatisticsQuery = z.output<typeof StatisticsQuerySchema>;

export const StatisticsPageQuerySchema = StatisticsFilterSchema.extend(PageNumberQuerySchema.shape);

/** Figures of one year, school, or city, without students' data. Designations still STARTED don't count. */
export const StatisticsRowSchema = z.object({
  /** A year's or school's ID, or a city's name in lower case. */
  key: z.string(),
  name: z.string(),
  /** Schools that submitted. */
  schools: z.number(),
  /** Designations that were submitted. */
  submitted: z.number(),
  approved: z.number(),
  rejected: z.number(),
  /** Students on lists that were submitted and not rejected. */
  students: z.number(),
  /** Median days from a submission to its decision; null without one. */
  reviewDays: z.number().nullable(),
  /** Median days from a return to the next submission; null without one. */
  correctionDays: z.number().nullable(),
  returns: z.number(),
  /** How many returns named each reason. */
  reasons: z.record(z.enum(DECISION_REASONS), z.number()),
});
export type StatisticsRow = z.output<typeof StatisticsRowSchema>;

export const StatisticsScreenSchema = z.object({
  /** Why the query is invalid; nothing is shown then. */
  refusal: z.string().nullable(),
  by: z.enum(STATISTICS_GROUP_NAMES),
  rows: z.array(StatisticsRowSchema),
  total: z.number(),
  page: z.number(),
  years: z.array(z.object({ id: z.string(), year: z.number(), isActive: z.boolean() })),
});
