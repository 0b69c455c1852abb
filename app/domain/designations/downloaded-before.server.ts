import type { Ctx } from '#app/domain/ctx.server.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';

export interface DownloadedBefore {
  /** Whether some of what the filter asks for have been downloaded. */
  readonly someOfFilter: boolean;
  /** The same for everything of the filter's year; false where it names none. */
  readonly someOfYear: boolean;
}

/** Whether a download of a filter, or of its whole year, has to ask first (specification, section 8). */
export async function findDownloadedBefore(ctx: Ctx, filter: DesignationFilter): Promise<DownloadedBefore> {
  authorize(ctx.actor, 'designation.download');
  const ofFilter = designationsWhere(ctx, filter);
  const ofYear = designationsWhere(ctx, { academicYearId: filter.academicYearId });
  const isOfOneYear = filter.academicYearId !== undefined;
  const [found] = await ctx.em.execute<DownloadedBefore[]>(
    `select exists(select from designation d where d.downloaded_at is not null and ${ofFilter.sql}) as "someOfFilter",
            ?::boolean and exists(select from designation d where d.downloaded_at is not null and ${ofYear.sql}) as "someOfYear"`,
    [...ofFilter.params, isOfOneYear, ...ofYear.params],
  );
  return found ?? { someOfFilter: false, someOfYear: false };
}
