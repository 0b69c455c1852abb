import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type DesignationSelection,
  resolveSelection,
} from '#app/domain/exports/designation-selection.server.ts';
import { authorize } from '#app/policy/authorize.ts';

/** What an export of designations would hold at this moment. */
export interface ExportPlan {
  readonly total: number;
  /** How many of them were downloaded before. */
  readonly downloaded: number;
  /** When the last of these was, ISO 8601 in UTC; null where none was. */
  readonly lastDownloadedAt: string | null;
}

/** Counts what an export would hold. Throws Forbidden for whoever may not download, NotFound for an id that names nothing. */
export async function planExport(ctx: Ctx, selection: DesignationSelection): Promise<ExportPlan> {
  authorize(ctx.actor, 'designation.download');
  const { where } = await resolveSelection(ctx, selection);
  const [row] = await ctx.em.execute<{ total: number; downloaded: number; last: Date | string | null }[]>(
    `select count(*)::int as total, count(d.downloaded_at)::int as downloaded, max(d.downloaded_at) as last
       from designation d where ${where.sql}`,
    [...where.params],
  );
  return {
    total: row?.total ?? 0,
    downloaded: row?.downloaded ?? 0,
    lastDownloadedAt: row?.last == null ? null : new Date(row.last).toISOString(),
  };
}
