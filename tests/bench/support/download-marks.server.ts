import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { Resource } from '#tests/bench/support/resources.ts';

/** Restores the download marks at the end. If a run is interrupted, the next run restores them. */
export async function keepMarks(app: BenchApp): Promise<Resource> {
  await app.rows('create table if not exists bench_marks as select id, downloaded_at from designation');
  return {
    close: async () => {
      await app.rows(`update designation d set downloaded_at = m.downloaded_at from bench_marks m
                       where m.id = d.id and m.downloaded_at is distinct from d.downloaded_at`);
      await app.rows('drop table bench_marks');
      await app.rows('vacuum analyze designation');
    },
  };
}
