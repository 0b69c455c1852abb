import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { unreadCountSql } from '#app/domain/messages/message-queries.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { can } from '#app/policy/authorize.ts';
import type { DesignationRow } from '#app/schemas/designation-screens.ts';
import { DESIGNATION_WARNINGS } from '#app/schemas/designation-warnings.ts';
import type { DesignationOrder } from './designation-order.ts';
import { type DesignationCut, designationRowsSql } from './designation-page-queries.server.ts';

/**
 * Returns the rows of a list page: what its columns show of designations (`d`), with the number of students, the last
 * submission, and the actor's unread messages. PostgreSQL keeps the order of the inner query and reads only its columns.
 */
export async function readListRows(
  ctx: Ctx,
  where: SqlFragment,
  order: DesignationOrder,
  cut: DesignationCut,
): Promise<DesignationRow[]> {
  const page = designationRowsSql(where, order, cut);
  const unread = unreadCountSql(ctx.actor, 'd.id');
  const rows = await ctx.em.execute<Required<DesignationRow>[]>(
    `select d.id, d.version, d."highSchoolName" as "schoolName", d.year, d."classSize", d.criteria, d.status,
            d."isResubmitted", d."updatedAt", d."downloadedAt", d.warnings,
            (select count(*)::int from student s where s.designation_id = d.id) as students,
            (select max(e.at) from event e
              where e.subject_id = d.id and e.kind = 'designation.submitted') as "submittedAt",
            (${unread.sql}) as unread
       from (${page.sql}) d`,
    [...unread.params, ...page.params],
  );
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
