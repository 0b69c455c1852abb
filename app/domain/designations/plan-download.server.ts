import type { Ctx } from '#app/domain/ctx.server.ts';
import { readDownloads } from '#app/domain/designations/designation-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DownloadPlan, SeenDesignation } from '#app/schemas/designation-bulk.ts';

/** What the CSV of chosen designations would hold, and whether it has to ask first (specification, section 8). */
export async function planDownload(ctx: Ctx, seen: readonly SeenDesignation[]): Promise<DownloadPlan> {
  authorize(ctx.actor, 'designation.download');
  const downloads = await readDownloads(
    ctx,
    seen.map(({ id }) => id),
  );
  return {
    designations: downloads.map(({ id, version }) => `${id}.${version}`),
    students: downloads.reduce((sum, { students }) => sum + students, 0),
    isSomeDownloaded: downloads.some(({ isDownloaded }) => isDownloaded),
  };
}
