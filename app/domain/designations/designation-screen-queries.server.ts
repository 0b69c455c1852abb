import type { Ctx } from '#app/domain/ctx.server.ts';
import { highSchoolsWhere } from '#app/domain/high-schools/high-school-queries.server.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { unreadCountSql } from '#app/domain/messages/message-queries.server.ts';
import { allOf, isAnyOf, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { query, queryOne } from '#app/domain/sql-queries.server.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import type { DesignationFilter, DesignationListPageQuery } from '#app/schemas/designation.ts';
import type {
  DesignationListResponse,
  DesignationRow,
  ListDownloadsResponse,
} from '#app/schemas/designation-screens.ts';
import { DESIGNATION_WARNINGS } from '#app/schemas/designation-warnings.ts';
import { DESIGNATION_STATUSES, type DesignationStatus } from '#app/schemas/enums.ts';
import { designationsWhere, designationTotalSql, isTallied } from './designation-list-queries.server.ts';
import { cursorColumn, type DesignationOrder } from './designation-order.ts';
import { type CursorPage, designationRowsSql } from './designation-page-queries.server.ts';

/** The designation list's data besides its rows. */
export interface ListPanel extends Pick<
  DesignationListResponse,
  'years' | 'highSchool' | 'downloads' | 'statusCounts' | 'views' | 'profiles'
> {
  /** Number of designations that match the filter. */
  readonly total: number;
  /** Sort keys of the row in the URL; null if there is none or the actor may not see it. */
  readonly cursor: readonly string[] | null;
}

interface PanelFacts extends Omit<ListPanel, 'downloads' | 'statusCounts' | 'total'>, ListDownloadsResponse {
  readonly counts: Partial<Record<DesignationStatus, number>>;
}

/** Returns a list page's filters, totals, and tools, and whether its downloads ask first (specification, section 8). */
export async function getListPanel(ctx: Ctx, address: DesignationListPageQuery): Promise<ListPanel> {
  authorize(ctx.actor, 'designation.list');
  const mayDownload = can(ctx.actor, 'designation.download');
  const ofFilter = designationsWhere(ctx, address);
  const { status: statuses = [], ...ofAnyStatus } = address;
  const yearFilter = { academicYearId: address.academicYearId };
  const ofYear = designationsWhere(ctx, yearFilter);
  const totalOfYear = designationTotalSql(ctx, yearFilter, ofYear);
  const row = await queryOne<PanelFacts>(ctx)`
     select (${statusCountsSql(ctx, ofAnyStatus)}) as counts,
            case when ${mayDownload}::boolean then (${totalOfYear}) else 0 end as "yearTotal",
            (select coalesce(json_agg(json_build_object('id', id, 'year', year) order by year desc), '[]'::json)
               from academic_year) as years,
            (select json_build_object('id', hs.id, 'name', hs.name)
               from high_school hs
              where hs.id = ${address.highSchoolId ?? null} and (${highSchoolsWhere(ctx.actor, {})})) as "highSchool",
            (select ${cursorColumn(address)}
               from designation d join high_school h on h.id = d.high_school_id
               join academic_year y on y.id = d.academic_year_id
              where d.id = ${address.after ?? address.before ?? null} and (${designationsWhere(ctx, {})})) as cursor,
            ${mayDownload && address.noDownloadDate !== true}::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofFilter})) as "someOfFilter",
            ${mayDownload}::boolean and exists(select from designation d
                                   where d.downloaded_at is null and (${ofFilter})) as "someNew",
            ${mayDownload && address.academicYearId !== undefined}::boolean and exists(select from designation d
                                   where d.downloaded_at is not null and (${ofYear})) as "someOfYear",
            (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'query', v.query)
                                      order by v.name collate "und-x-icu", v.id), '[]'::json)
               from saved_view v where v.user_id = ${ctx.actor.kind === 'user' ? ctx.actor.id : null} and v.list = 'designations') as views,
            (select coalesce(json_agg(p.name order by p.name collate "und-x-icu", p.id), '[]'::json)
               from export_profile p where ${mayDownload}::boolean) as profiles`;
  const { someOfFilter, someNew, someOfYear, yearTotal, counts, views, ...panel } = row;
  return {
    ...panel,
    total: totalOf(counts, statuses),
    statusCounts: can(ctx.actor, 'designation.decideMany') ? counts : null,
    views: can(ctx.actor, 'savedView.manage') ? views : null,
    downloads: mayDownload ? { someOfFilter, someNew, someOfYear, yearTotal } : null,
  };
}

function totalOf(counts: PanelFacts['counts'], statuses: readonly DesignationStatus[]): number {
  const counted = statuses.length === 0 ? DESIGNATION_STATUSES : new Set(statuses);
  let total = 0;
  for (const status of counted) total += counts[status] ?? 0;
  return total;
}

/** The status of nearly all designations of past years. */
const USUAL: DesignationStatus = 'APPROVED';
const UNUSUAL = DESIGNATION_STATUSES.filter((status) => status !== USUAL);

/**
 * Returns SQL for the numbers of filtered designations by status as JSON, without statuses that have none. If the total
 * is tallied, counts only the few that aren't approved, and takes the approved ones to be the rest.
 */
export function statusCountsSql(
  ctx: Pick<Ctx, 'actor' | 'settings'>,
  filter: DesignationFilter,
): SqlFragment {
  const where = designationsWhere(ctx, filter);
  const hasTotal = isTallied(ctx, filter);
  const read = hasTotal ? allOf([where, isAnyOf('d.status', UNUSUAL)]) : where;
  const byStatus = sql`select d.status, count(*)::int as designations from designation d where ${read} group by d.status`;
  const counts = hasTotal ? withApprovedCount(byStatus, designationTotalSql(ctx, filter, where)) : byStatus;
  return sql`select coalesce(json_object_agg(c.status, c.designations), '{}'::json)
            from (${counts}) c where c.designations > 0`;
}

/** Adds the approved designations: the total without the others. */
function withApprovedCount(others: SqlFragment, total: SqlFragment): SqlFragment {
  return sql`with others as (${others})
          select status, designations from others
          union all
          select ${USUAL}, (${total}) - coalesce((select sum(designations) from others), 0)::int`;
}

/**
 * Returns the rows of a list page: what its columns show of designations (`d`), with the number of students, the last
 * submission, and the actor's unread messages. PostgreSQL keeps the order of the inner query and reads only its columns.
 */
export async function readListRows(
  ctx: Ctx,
  where: SqlFragment,
  order: DesignationOrder,
  page: CursorPage,
): Promise<DesignationRow[]> {
  const rows = await query<Required<DesignationRow>>(ctx)`
     select listed.id, listed.version, listed."highSchoolName" as "schoolName", listed.year, listed."classSize",
            listed.criteria, listed.status, listed."isResubmitted", listed."updatedAt", listed."downloadedAt",
            listed.warnings,
            (select count(*)::int from student s where s.designation_id = listed.id) as students,
            (select max(e.at) from event e
              where e.subject_id = listed.id and e.kind = 'designation.submitted') as "submittedAt",
            (${unreadCountSql(ctx.actor, sql`listed.id`)}) as unread
       from (${designationRowsSql(where, order, page)}) listed`;
  const mayReadWarnings = can(ctx.actor, 'designation.readWarnings');
  return rows.map((row) => ({
    ...row,
    updatedAt: toIso(row.updatedAt),
    downloadedAt: toIsoOrNull(row.downloadedAt),
    submittedAt: toIsoOrNull(row.submittedAt),
    warnings: mayReadWarnings
      ? DESIGNATION_WARNINGS.filter((kind) => row.warnings.includes(kind))
      : undefined,
  }));
}
