import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DownloadPlan, SeenDesignation } from '#app/schemas/designation-bulk.ts';

/** What the CSV of chosen designations would hold, and whether it has to ask first (specification, section 8). */
export async function planDownload(ctx: Ctx, seen: readonly SeenDesignation[]): Promise<DownloadPlan> {
  authorize(ctx.actor, 'designation.download');
  const rows = await ctx.em.execute<
    { id: string; version: number; students: number; is_downloaded: boolean }[]
  >(
    `select d.id, d.version, d.downloaded_at is not null as is_downloaded,
            (select count(*)::int from student s where s.designation_id = d.id) as students
       from designation d where d.id in (?) order by d.id`,
    [seen.map(({ id }) => id)],
  );
  return {
    designations: rows.map(({ id, version }) => `${id}.${version}`),
    students: rows.reduce((sum, { students }) => sum + students, 0),
    isSomeDownloaded: rows.some((row) => row.is_downloaded),
  };
}
