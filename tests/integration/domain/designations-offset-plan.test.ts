import { expect, it } from 'vitest';
import { designationRowsSql } from '#app/domain/designations/designation-page-queries.server.ts';
import { allOf } from '#app/domain/sql-fragment.ts';
import { openOrm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();

it('a page deep in the list counts the schools before it in the order of their index, in both directions', async () => {
  const orm = await openOrm(database.url);
  try {
    for (const direction of ['desc', 'asc'] as const) {
      const { sql, params } = designationRowsSql(allOf([]), { direction }, { limit: 50, offset: 9000 });
      const plan = await orm.em.fork().transactional(async (em) => {
        await em.execute('set local enable_sort = off; set local enable_seqscan = off');
        const lines = await em.execute<{ 'QUERY PLAN': string }[]>(`explain ${sql}`, [...params]);
        return lines.map((line) => line['QUERY PLAN']);
      });
      const start = plan.findIndex((line) => line.includes('CTE start'));
      const index = plan.findIndex((line) => line.includes('high_school_name_index'));
      const counting = plan.slice(start, index + 1).join('\n');
      expect(counting, direction).toMatch(/WindowAgg[^]*GroupAggregate[^]*high_school_name_index/);
      expect(counting, direction).not.toContain('Sort');
    }
  } finally {
    await orm.close(true);
  }
});
