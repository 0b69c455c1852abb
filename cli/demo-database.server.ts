import path from 'node:path';
import {
  type EmbeddedPostgres,
  startPersistentPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm } from '#db/orm.server.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';

/** Starts the database under `.data/`, migrates it, and seeds the demo data once. Data persists between runs. */
export async function startDemoDatabase(root: string): Promise<EmbeddedPostgres> {
  const postgres = await startPersistentPostgres({ folder: path.join(root, '.data') });
  try {
    await migrateUp(postgres.url());
    const orm = await openOrm(postgres.url(), { poolMax: 2 });
    try {
      await seedDemo(orm.em.fork(), new Date());
    } finally {
      await orm.close(true);
    }
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
