import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type AcademicYearRow, YEAR_COLUMNS, yearOfRow } from './academic-year-rows.server.ts';

/** Every academic year, newest first unless `direction` is asc (specification, section 7). */
export async function listAcademicYears(
  ctx: Ctx,
  query: ListQuery = {},
): Promise<Listing<AcademicYearAnswer>> {
  authorize(ctx.actor, 'academicYear.read');
  const page = pageClause(query);
  const rows = await ctx.em.execute<AcademicYearRow[]>(
    `select ${YEAR_COLUMNS} from academic_year order by year ${query.direction === 'asc' ? 'asc' : 'desc'}${page.sql}`,
    page.params,
  );
  return {
    items: rows.map(yearOfRow),
    total: query.limit === undefined ? null : await countAcademicYears(ctx),
  };
}

/** One year by its id; null where there is none, or none any more. */
export async function findAcademicYear(ctx: Ctx, id: string): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, 'id = ?', id);
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
  return findYearWhere(ctx, 'status = ?', 'ACTIVE');
}

/** The year of a number; null where there is none. */
export async function findYearOfNumber(ctx: Ctx, year: number): Promise<AcademicYearAnswer | null> {
  authorize(ctx.actor, 'academicYear.read');
  return findYearWhere(ctx, 'year = ?', year);
}

/** Like `findActiveYear`; throws NotFound with the sentence of the decisions, section 3. */
export async function getActiveYear(ctx: Ctx): Promise<AcademicYearAnswer> {
  const year = await findActiveYear(ctx);
  if (year === null) throw new NotFound('No academic year is active');
  return year;
}

async function findYearWhere(
  ctx: Ctx,
  condition: 'id = ?' | 'status = ?' | 'year = ?',
  value: string | number,
): Promise<AcademicYearAnswer | null> {
  const [row] = await ctx.em.execute<AcademicYearRow[]>(
    `select ${YEAR_COLUMNS} from academic_year where ${condition}`,
    [value],
  );
  return row === undefined ? null : yearOfRow(row);
}

async function countAcademicYears(ctx: Ctx): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>('select count(*)::int as total from academic_year');
  return row?.total ?? 0;
}
