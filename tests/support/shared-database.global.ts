import type { TestProject } from 'vitest/node';
import {
  startThrowAwayPostgres,
  type EmbeddedPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { runStatements, TEMPLATE_DATABASE } from '#tests/support/database-admin.server.ts';
import { conditionOf } from '#tests/support/spare-databases.server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database that databases are made and dropped from. */
    maintenanceDatabaseUrl: string;
    /** What the template is apart from its rows, by `conditionOf`. */
    pristineCondition: string;
  }
}

interface ServerWithTemplate {
  readonly server: EmbeddedPostgres;
  readonly pristine: string;
}

/** Each project has its own instance of this module, in one process: the server they share is kept on the global object. */
const shared = globalThis as typeof globalThis & { laurelTestServer?: Promise<ServerWithTemplate> };

/** Starts one throw-away PostgreSQL for the whole run, with the migrated template; its keeper removes it when the run is over. */
export async function setup(project: TestProject): Promise<void> {
  shared.laurelTestServer ??= startWithTemplate();
  const { server, pristine } = await shared.laurelTestServer;
  project.provide('maintenanceDatabaseUrl', server.url('postgres'));
  project.provide('pristineCondition', pristine);
}

/** The last project to end may come after the first has stopped the server: stopping twice is safe. */
export async function teardown(): Promise<void> {
  const started = await shared.laurelTestServer;
  await started?.server.stop();
}

async function startWithTemplate(): Promise<ServerWithTemplate> {
  const server = await startThrowAwayPostgres();
  try {
    await runStatements(server.url('postgres'), [`create database ${TEMPLATE_DATABASE}`]);
    await migrateUp(server.url(TEMPLATE_DATABASE));
    const pristine = await conditionOf(server.url(TEMPLATE_DATABASE));
    await runStatements(server.url('postgres'), [
      `alter database ${TEMPLATE_DATABASE} with is_template true allow_connections false`,
    ]);
    return { server, pristine };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
