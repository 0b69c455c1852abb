import type { Ctx } from '#app/domain/ctx.server.ts';

const IDS_A_STATEMENT = 5_000;

/**
 * Marks designations as downloaded now; neither updatedAt nor the version moves (decisions, section 5). Rows are locked in
 * the order of their ids, so that exports ending at the same time wait for each other instead of deadlocking.
 */
export async function markDownloaded(ctx: Ctx, designationIds: readonly string[]): Promise<void> {
  const now = ctx.now();
  const ids = [...designationIds].sort();
  for (let from = 0; from < ids.length; from += IDS_A_STATEMENT) {
    const some = `{${ids.slice(from, from + IDS_A_STATEMENT).join(',')}}`;
    await ctx.em.execute(
      `select count(*) from (
         select from designation where id = any(?::uuid[]) order by id for no key update) locked`,
      [some],
    );
    await ctx.em.execute('update designation set downloaded_at = ? where id = any(?::uuid[])', [now, some]);
  }
}
