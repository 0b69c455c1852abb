import type { TestProject } from 'vitest/node';
import {
  startTemporaryPostgres,
  type EmbeddedPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { runStatements, TEMPLATE_DATABASE } from '#tests/support/database-admin.server.ts';
import { structureDigest } from '#tests/support/spare-databases.server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database used to create and drop other databases. */
    maintenanceDatabaseUrl: string;
    /** The template's `structureDigest`. */
    pristineCondition: string;
  }
}

interface ServerWithTemplate {
  readonly server: EmbeddedPostgres;
  readonly pristine: string;
}

/** Global, because each project has its own instance of this module, but they share one server. */
const shared = globalThis as typeof globalThis & { laurelTestServer?: Promise<ServerWithTemplate> };

/** Starts one temporary PostgreSQL with the migrated template. Its supervisor process removes it after the run. */
export async function setup(project: TestProject): Promise<void> {
  shared.laurelTestServer ??= startWithTemplate();
  const { server, pristine } = await shared.laurelTestServer;
  project.provide('maintenanceDatabaseUrl', server.url('postgres'));
  project.provide('pristineCondition', pristine);
}

/** Runs once per project. Stopping the server twice is safe. */
export async function teardown(): Promise<void> {
  const started = await shared.laurelTestServer;
  await started?.server.stop();
}

async function startWithTemplate(): Promise<ServerWithTemplate> {
  const server = await startTemporaryPostgres();
  try {
    await runStatements(server.url('postgres'), [`create database ${TEMPLATE_DATABASE}`]);
    await migrateUp(server.url(TEMPLATE_DATABASE));
    const pristine = await structureDigest(server.url(TEMPLATE_DATABASE));
    await runStatements(server.url('postgres'), [
      `alter database ${TEMPLATE_DATABASE} with is_template true allow_connections false`,
    ]);
    return { server, pristine };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
