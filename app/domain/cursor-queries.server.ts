import type { Ctx } from '#app/domain/ctx.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

/** Rows fetched at a time. */
const PORTION = 500;

/**
 * Reads what a query finds from its first row to its last, in portions, in flat memory: one cursor, and so one snapshot, each portion as
 * fast as any other. Holds a connection until it has ended or its reader has had enough.
 */
export async function* streamRows<Row extends object>(
  ctx: Pick<Ctx, 'em'>,
  query: SqlFragment,
): AsyncGenerator<readonly Row[], void> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    await em.execute(`declare streamed_rows no scroll cursor for ${query.sql}`, [...query.params]);
    for (;;) {
      const rows = await em.execute<Row[]>(`fetch forward ${PORTION} from streamed_rows`);
      if (rows.length > 0) yield rows;
      if (rows.length < PORTION) return;
    }
  } finally {
    await em.rollback();
  }
}
