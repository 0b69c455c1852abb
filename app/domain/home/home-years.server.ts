import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';

/** A year that the administrators' home shows. */
export interface HomeYear {
  readonly id: string;
  readonly year: number;
  /** ISO 8601 in UTC. */
  readonly dueAt: string | null;
}

/** The active year with those of the two years before that exist, newest first; empty when no year is active. */
export async function findHomeYears(ctx: Ctx): Promise<readonly HomeYear[]> {
  const rows = await ctx.em.execute<{ id: string; year: number; due_at: string | null }[]>(
    `select y.id, y.year, y.due_at
       from academic_year a join academic_year y on y.year between a.year - 2 and a.year
      where a.status = 'ACTIVE' order by y.year desc`,
  );
  return rows.map((row) => ({ id: row.id, year: row.year, dueAt: toIsoOrNull(row.due_at) }));
}
