import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AcademicYearAnswer } from '#app/schemas/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type ListedExtension, listExtensions } from './extensions.server.ts';
import { getAcademicYear } from './read-academic-years.server.ts';

export interface YearDetails {
  readonly year: AcademicYearAnswer;
  /** How many designations it has. */
  readonly designations: number;
  /** A page of its extensions, by school. */
  readonly extensions: readonly ListedExtension[];
  readonly extensionTotal: number;
}

/** A year for those who manage it. Throws NotFound. */
export async function getYearDetails(
  ctx: Ctx,
  { id, page }: { id: string; page: Required<Page> },
): Promise<YearDetails> {
  authorize(ctx.actor, 'academicYear.manage');
  const year = await getAcademicYear(ctx, id);
  const query = { limit: page.limit, offset: page.offset };
  const { items, total } = await listExtensions(ctx, { yearId: id, query });
  return {
    year,
    designations: await ctx.em.count(DesignationEntity, { academicYear: id }),
    extensions: items,
    extensionTotal: total ?? items.length,
  };
}
