import type { Ctx } from '#app/domain/ctx.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

/**
 * Sends several writes as one statement, which is one way to the database. They must not need one another: each sees what was
 * stored before all of them, in no certain order, and no two may write the same row.
 */
export async function writeTogether(ctx: Pick<Ctx, 'em'>, writes: readonly SqlFragment[]): Promise<void> {
  const last = writes.at(-1);
  if (last === undefined) return;
  const others = writes.slice(0, -1).map(({ sql }, place) => `write_${place} as (${sql})`);
  const before = others.length === 0 ? '' : `with ${others.join(', ')} `;
  await ctx.em.execute(
    `${before}${last.sql}`,
    writes.flatMap(({ params }) => [...params]),
  );
}
