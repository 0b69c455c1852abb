import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { placeColumn, reversed } from '#app/domain/designations/designation-order.ts';
import { designationRowsSql } from '#app/domain/designations/designation-page-sql.ts';
import { DESIGNATION_TABLES, type DesignationRow } from '#app/domain/designations/designation-rows.server.ts';
import { designationsWhere } from '#app/domain/designations/designations-where.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DesignationListAddress } from '#app/schemas/designation.ts';
import type { Neighbour, Neighbours } from '#app/schemas/designation-review.ts';

/** The designations of these ids as neighbours; null for those that the actor may not know. One statement. */
export async function nameNeighbours(
  ctx: Ctx,
  { previous, next }: { readonly previous: string | null; readonly next: string | null },
): Promise<Neighbours> {
  authorize(ctx.actor, 'designation.list');
  const knowable = designationsWhere(ctx, {});
  const rows = await ctx.em.execute<Neighbour[]>(
    `select d.id, h.name, y.year from ${DESIGNATION_TABLES} where d.id in (?, ?) and (${knowable.sql})`,
    [previous, next, ...knowable.params],
  );
  const named = (id: string | null) => rows.find((row) => row.id === id) ?? null;
  return { previous: named(previous), next: named(next) };
}

/**
 * The designation of the active year to review after this one: the next pending one by school, from the beginning again after the
 * last; null where no other is pending.
 */
export async function findNextPending(ctx: Ctx, id: string): Promise<Neighbour | null> {
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const list: DesignationListAddress = { status: ['PENDING'], academicYearId: active.id };
  const { next } = await findNeighbours(ctx, { id, list });
  if (next !== null) return next;
  const first = designationRowsSql(designationsWhere(ctx, list), list, { limit: 2 });
  const rows = await ctx.em.execute<DesignationRow[]>(first.sql, [...first.params]);
  const other = rows.find((row) => row.id !== id);
  return other === undefined ? null : { id: other.id, name: other.high_school_name, year: other.year };
}

/**
 * The designations that stand before and after one in a list that the actor may see, by the list's own filter and order;
 * null at its ends. The one itself need not match the filter: it keeps its place. One statement for its place, one for
 * both neighbours.
 */
export async function findNeighbours(
  ctx: Ctx,
  { id, list }: { readonly id: string; readonly list: DesignationListAddress },
): Promise<Neighbours> {
  authorize(ctx.actor, 'designation.list');
  const [row] = await ctx.em.execute<{ place: string[] }[]>(
    `select ${placeColumn(list)} as place from ${DESIGNATION_TABLES} where d.id = ?`,
    [id],
  );
  if (row === undefined) return { previous: null, next: null };
  const where = designationsWhere(ctx, list);
  const cut = { after: row.place, limit: 1 };
  const next = designationRowsSql(where, list, cut);
  const previous = designationRowsSql(where, reversed(list), cut);
  const rows = await ctx.em.execute<(DesignationRow & { side: keyof Neighbours })[]>(
    `select 'next' as side, n.* from (${next.sql}) n union all select 'previous', p.* from (${previous.sql}) p`,
    [...next.params, ...previous.params],
  );
  const neighbour = (side: keyof Neighbours) => {
    const found = rows.find((one) => one.side === side);
    return found === undefined ? null : { id: found.id, name: found.high_school_name, year: found.year };
  };
  return { previous: neighbour('previous'), next: neighbour('next') };
}
