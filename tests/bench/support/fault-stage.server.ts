import { startTemporaryPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { urlOfDatabase } from '#tests/support/spare-databases.server.ts';

/** A temporary PostgreSQL on which each fault trial has its own database. */
export interface Stage {
  /** Makes a migrated, empty database. Returns its URL. */
  makeDatabase(): Promise<string>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const postgres = await startTemporaryPostgres();
  const template = new URL(postgres.url());
  let made = 0;
  try {
    await migrateUp(template.href);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return {
    makeDatabase: async () => {
      made += 1;
      const name = `trial_${made}`;
      const maintenanceUrl = urlOfDatabase(template.href, 'postgres');
      await runStatements(maintenanceUrl, [
        `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
      ]);
      return urlOfDatabase(template.href, name);
    },
    close: () => postgres.stop(),
  };
}
