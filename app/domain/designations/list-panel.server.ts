import type { Ctx } from '#app/domain/ctx.server.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import type { DesignationFilter } from '#app/schemas/designation.ts';

/** What the designations list shows besides its rows. */
export interface ListPanel {
  /** The years to filter by, newest first. */
  readonly years: readonly { readonly id: string; readonly year: number }[];
  /** Whether some of what a download would hold were downloaded before; null for those who may not download. */
  readonly downloads: {
    readonly someOfFilter: boolean;
    /** Of everything in the filter's year; false where it names none. */
    readonly someOfYear: boolean;
  } | null;
}

interface PanelRow {
  years: { id: string; year: number }[];
  some_of_filter: boolean;
  some_of_year: boolean;
}

/** The choices of the list's filter, and whether its downloads have to ask first (specification, section 8), in one statement. */
export async function getListPanel(ctx: Ctx, filter: DesignationFilter): Promise<ListPanel> {
  authorize(ctx.actor, 'designation.list');
  const mayDownload = can(ctx.actor, 'designation.download');
  const ofFilter = designationsWhere(ctx, filter);
  const ofYear = designationsWhere(ctx, { academicYearId: filter.academicYearId });
  const isOfOneYear = filter.academicYearId !== undefined;
  const [row] = await ctx.em.execute<PanelRow[]>(
    `select coalesce((select json_agg(json_build_object('id', id, 'year', year) order by year desc)
                        from academic_year), '[]'::json) as years,
            ?::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofFilter.sql})) as some_of_filter,
            ?::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofYear.sql})) as some_of_year`,
    [mayDownload, ...ofFilter.params, mayDownload && isOfOneYear, ...ofYear.params],
  );
  return {
    years: row?.years ?? [],
    downloads: mayDownload
      ? { someOfFilter: row?.some_of_filter ?? false, someOfYear: row?.some_of_year ?? false }
      : null,
  };
}
