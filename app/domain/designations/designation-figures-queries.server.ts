import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { ListFigures } from '#app/schemas/designation-screens.ts';

/** Returns SQL for the numbers of designations (`d`) by status as JSON. Omits statuses without any. */
export function statusCountsSql(where: SqlFragment): SqlFragment {
  return {
    sql: `select coalesce(json_object_agg(c.status, c.designations), '{}'::json)
            from (select d.status, count(*)::int as designations from designation d
                   where ${where.sql} group by d.status) c`,
    params: where.params,
  };
}

/** Returns the number of students of each of these designations, and when each was last submitted, by ID. */
export async function readListFigures(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListFigures>> {
  if (ids.length === 0) return new Map();
  const { sql, params } = isAnyOf('d.id', ids);
  const rows = await em.execute<(ListFigures & { id: string })[]>(
    `select d.id, (select count(*)::int from student s where s.designation_id = d.id) as students,
            (select max(e.at) from event e
              where e.subject_id = d.id and e.kind = 'designation.submitted') as "submittedAt"
       from designation d where ${sql}`,
    [...params],
  );
  return new Map(
    rows.map(({ id, students, submittedAt }) => [id, { students, submittedAt: toIsoOrNull(submittedAt) }]),
  );
}
