import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type AcademicYearResponse, AcademicYearResponseSchema } from '#app/schemas/academic-year.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';

/** Returns all academic years, newest first unless `direction` is asc (specification, section 7). */
export async function listAcademicYears(
  ctx: Ctx,
  query: ListQuery = {},
): Promise<Listing<AcademicYearResponse>> {
  authorize(ctx.actor, 'academicYear.read');
  const { limit, offset, direction } = query;
  const orderBy = { year: direction === 'asc' ? 'asc' : 'desc' } as const;
  const { items, total } = await findListing(ctx, AcademicYearEntity, {}, { orderBy, limit, offset });
  return { items: AcademicYearResponseSchema.array().parse(items), total };
}

/** Finds a year by id; null if it doesn't exist or has been deleted. */
export async function findAcademicYear(ctx: Ctx, id: string): Promise<AcademicYearResponse | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { id });
}

/**
 * Returns a year by id; its version is the ETag.
 * @throws {NotFound} when it doesn't exist
 */
export async function getAcademicYear(ctx: Ctx, id: string): Promise<AcademicYearResponse> {
  const year = await findAcademicYear(ctx, id);
  if (year === null) throw new NotFound();
  return year;
}

/** Finds the active year; null if there is none. */
export async function findActiveYear(ctx: Ctx): Promise<AcademicYearResponse | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { status: 'ACTIVE' });
}

/** Finds a year by its number; null if it doesn't exist. */
export async function findYearByNumber(ctx: Ctx, year: number): Promise<AcademicYearResponse | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { year });
}

/**
 * Returns the active year (decisions, section 3).
 * @throws {NotFound} when no year is active
 */
export async function getActiveYear(ctx: Ctx): Promise<AcademicYearResponse> {
  const year = await findActiveYear(ctx);
  if (year === null) throw new NotFound(YEAR_MESSAGES.noneActive);
  return year;
}

async function findYearWhere(
  ctx: Ctx,
  where: FilterQuery<AcademicYear>,
): Promise<AcademicYearResponse | null> {
  const year = await ctx.em.findOne(AcademicYearEntity, where, { refresh: true });
  return year === null ? null : AcademicYearResponseSchema.parse(year);
}
