import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { runStatements, TEMPLATE_DATABASE } from '#tests/support/database-admin.server.ts';

/** A migrated, empty database of one's own. */
export interface TestDatabase {
  /** Its connection URL. Reading it outside of a test or a hook is an error: the database is not there yet. */
  readonly url: string;
}

/**
 * Gives the test file (or the `describe` it is called in) a fresh copy of the migrated database, dropped afterwards whatever still
 * holds it open. With `'each test'` every test gets its own copy, which costs some 50 ms each.
 *
 * ```ts
 * const database = useDatabase();
 * beforeAll(async () => { orm = await openOrm(database.url); });
 * afterAll(() => orm.close());
 * ```
 */
export function useDatabase(per: 'file' | 'each test' = 'file'): TestDatabase {
  let name: string | undefined;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];

  before(async () => {
    name = `test_${randomBytes(8).toString('hex')}`;
    await runStatements(maintenanceUrl(), [
      `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`,
    ]);
  });

  after(async () => {
    if (name === undefined) return;
    await runStatements(maintenanceUrl(), [`drop database if exists ${name} with (force)`]);
    name = undefined;
  });

  return {
    get url() {
      if (name === undefined) throw new Error('The test database exists only while hooks and tests run.');
      const url = new URL(maintenanceUrl());
      url.pathname = `/${name}`;
      return url.href;
    },
  };
}

function maintenanceUrl(): string {
  return inject('maintenanceDatabaseUrl');
}
