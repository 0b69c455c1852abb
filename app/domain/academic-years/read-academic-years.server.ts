import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type AcademicYearAnswer, AcademicYearAnswerSchema } from '#app/schemas/academic-year.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type AcademicYear, AcademicYearEntity } from '#db/entities/academic-year.ts';

/** Every academic year, newest first unless `direction` is asc (specification, section 7). */
export async function listAcademicYears(
  ctx: Ctx,
  query: ListQuery = {},
): Promise<Listing<AcademicYearAnswer>> {
  authorize(ctx.actor, 'academicYear.read');
  const { limit, offset, direction } = query;
  const orderBy = { year: direction === 'asc' ? 'asc' : 'desc' } as const;
  const years = await ctx.em.find(AcademicYearEntity, {}, { orderBy, limit, offset });
  return {
    items: years.map((year) => AcademicYearAnswerSchema.parse(year)),
    total: limit === undefined ? null : await ctx.em.count(AcademicYearEntity),
  };
}

/** One year by its id; null where there is none, or none any more. */
export async function findAcademicYear(ctx: Ctx, id: string): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { id });
}

/** One year by its id; throws NotFound. Its version is the ETag. */
export async function getAcademicYear(ctx: Ctx, id: string): Promise<AcademicYearAnswer> {
  const year = await findAcademicYear(ctx, id);
  if (year === null) throw new NotFound();
  return year;
}

/** The year that schools designate for now; null when none is active. */
export async function findActiveYear(ctx: Ctx): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { status: 'ACTIVE' });
}

/** The year of a number; null where there is none. */
export async function findYearOfNumber(ctx: Ctx, year: number): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, { year });
}

/** Like `findActiveYear`; throws NotFound with the sentence of the decisions, section 3. */
export async function getActiveYear(ctx: Ctx): Promise<AcademicYearAnswer> {
  const year = await findActiveYear(ctx);
  if (year === null) throw new NotFound('No academic year is active');
  return year;
}

async function findYearWhere(ctx: Ctx, where: FilterQuery<AcademicYear>): Promise<AcademicYearAnswer | null> {
  const year = await ctx.em.findOne(AcademicYearEntity, where, { refresh: true });
  return year === null ? null : AcademicYearAnswerSchema.parse(year);
}
