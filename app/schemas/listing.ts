import { z } from 'zod';
import { MAX_LIST_LIMIT } from '#app/config/constants.ts';

export const DIRECTIONS = ['desc', 'asc'] as const;

/**
 * Paging and order of lists (decisions, section 2). `desc`, the default, means A to Z and newest first (specification,
 * section 9). Without `limit`, the whole list is returned.
 */
export const ListQueryShape = {
  limit: z.number().int().min(1).max(MAX_LIST_LIMIT).optional(),
  offset: z.number().int().min(0).max(100_000_000).optional(),
  direction: z.enum(DIRECTIONS).optional(),
};

export type Direction = (typeof DIRECTIONS)[number];

export const NoQuerySchema = z.strictObject({});
export const ListQuerySchema = z.strictObject(ListQueryShape);
export type ListQuery = z.output<typeof ListQuerySchema>;

/** Page of a list, from 1; invalid values become 1. */
export const PageNumberQuerySchema = z.object({
  page: z.number().int().min(1).max(1_000_000).catch(1).default(1),
});
