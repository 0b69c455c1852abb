import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { giveDatabaseBack, takeDatabase, urlOfDatabase } from '#tests/support/spare-databases.server.ts';

/** A migrated, empty database of one's own. */
export interface TestDatabase {
  /** Its connection URL. Reading it outside of a test or a hook is an error: the database is not there yet. */
  readonly url: string;
}

/**
 * Gives the test file (or the `describe` it is called in) a migrated, empty database, taken away afterwards whatever still holds
 * it open. With `'each test'` every test gets its own, which costs some 20 ms each; a test that changes more than rows, ten times that.
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
    name = await takeDatabase(maintenanceUrl());
  });

  after(async () => {
    if (name === undefined) return;
    const used = name;
    name = undefined;
    await giveDatabaseBack(maintenanceUrl(), used, inject('pristineCondition'));
  });

  return {
    get url() {
      if (name === undefined) throw new Error('The test database exists only while hooks and tests run.');
      return urlOfDatabase(maintenanceUrl(), name);
    },
  };
}

function maintenanceUrl(): string {
  return inject('maintenanceDatabaseUrl');
}
