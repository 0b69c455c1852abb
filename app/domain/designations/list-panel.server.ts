import type { Ctx } from '#app/domain/ctx.server.ts';
import { placeColumn } from '#app/domain/designations/designation-order.ts';
import { designationTotal } from '#app/domain/designations/designation-total.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import { highSchoolsWhere } from '#app/domain/high-schools/high-schools-where.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import type { DesignationListAddress } from '#app/schemas/designation.ts';

/** What the designations list shows and needs besides its rows. */
export interface ListPanel {
  /** How many designations the filter matches. */
  readonly total: number;
  /** The years to filter by, newest first. */
  readonly years: readonly { readonly id: string; readonly year: number }[];
  /** The filter's high school; null where it names none, or none that the actor may know. */
  readonly highSchool: { readonly id: string; readonly name: string } | null;
  /** Where the row that the address names stands in its order; null where it names none, or none that the actor may know. */
  readonly place: readonly string[] | null;
  /** Whether some of what a download would hold were downloaded before; null for those who may not download. */
  readonly downloads: {
    readonly someOfFilter: boolean;
    /** Of everything in the filter's year; false where it names none. */
    readonly someOfYear: boolean;
    /** How many designations that year has; of all years where the filter names none. */
    readonly yearTotal: number;
  } | null;
}

interface PanelRow extends Pick<ListPanel, 'total' | 'years' | 'highSchool' | 'place'> {
  someOfFilter: boolean;
  someOfYear: boolean;
  yearTotal: number;
}

/** The surroundings of a page of the list, and whether its downloads have to ask first (specification, section 8), in one statement. */
export async function getListPanel(ctx: Ctx, address: DesignationListAddress): Promise<ListPanel> {
  authorize(ctx.actor, 'designation.list');
  const mayDownload = can(ctx.actor, 'designation.download');
  const ofFilter = designationsWhere(ctx, address);
  const total = designationTotal(ctx, address, ofFilter);
  const wholeYear = { academicYearId: address.academicYearId };
  const ofYear = designationsWhere(ctx, wholeYear);
  const totalOfYear = designationTotal(ctx, wholeYear, ofYear);
  const knowable = designationsWhere(ctx, {});
  const knowableSchools = highSchoolsWhere(ctx.actor, {});
  const [row] = await ctx.em.execute<PanelRow[]>(
    `select (${total.sql}) as total, (${totalOfYear.sql}) as "yearTotal",
            (select coalesce(json_agg(json_build_object('id', id, 'year', year) order by year desc), '[]'::json)
               from academic_year) as years,
            (select json_build_object('id', hs.id, 'name', hs.name)
               from high_school hs where hs.id = ? and (${knowableSchools.sql})) as "highSchool",
            (select ${placeColumn(address)}
               from designation d join high_school h on h.id = d.high_school_id
               join academic_year y on y.id = d.academic_year_id
              where d.id = ? and (${knowable.sql})) as place,
            ?::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofFilter.sql})) as "someOfFilter",
            ?::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofYear.sql})) as "someOfYear"`,
    [
      ...total.params,
      ...totalOfYear.params,
      address.highSchoolId ?? null,
      ...knowableSchools.params,
      address.after ?? address.before ?? null,
      ...knowable.params,
      mayDownload && address.noDownloadDate !== true,
      ...ofFilter.params,
      mayDownload && address.academicYearId !== undefined,
      ...ofYear.params,
    ],
  );
  if (row === undefined) throw new Error('A select without tables answers one row.');
  const { someOfFilter, someOfYear, yearTotal, ...panel } = row;
  return { ...panel, downloads: mayDownload ? { someOfFilter, someOfYear, yearTotal } : null };
}
