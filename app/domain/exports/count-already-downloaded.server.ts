import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type DesignationSelection,
  resolveSelection,
} from '#app/domain/exports/designation-selection.server.ts';
import { authorize } from '#app/policy/authorize.ts';

/**
 * How many of the selected designations were downloaded before: above 0 the screen asks first (specification, section 8).
 * Throws Forbidden and NotFound like the download itself.
 */
export async function countAlreadyDownloaded(ctx: Ctx, selection: DesignationSelection): Promise<number> {
  authorize(ctx.actor, 'designation.download');
  const { where } = await resolveSelection(ctx, selection);
  const [counted] = await ctx.em.execute<{ n: number }[]>(
    `select count(*)::int as n from designation d where (${where.sql}) and d.downloaded_at is not null`,
    [...where.params],
  );
  return counted?.n ?? 0;
}
