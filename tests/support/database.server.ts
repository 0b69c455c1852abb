import { MetadataDiscovery, type MetadataStorage } from '@mikro-orm/core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { releaseDatabase, acquireDatabase, urlOfDatabase } from '#tests/support/spare-databases.server.ts';

/** A migrated, empty database that no other test uses. */
export interface TestDatabase {
  /** The connection URL, available only in hooks and tests. */
  readonly url: string;
}

/**
 * Provides a migrated, empty database for a file or `describe`, and removes it afterwards even if it is in use.
 * With `'each test'`, every test has its own: about 40 ms each with its ORM, or 200 ms if a test changes more than rows.
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
    name = await acquireDatabase(maintenanceUrl());
  });

  after(async () => {
    if (name === undefined) return;
    const used = name;
    name = undefined;
    await releaseDatabase(maintenanceUrl(), used, inject('pristineCondition'));
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

const discoverEntities = MetadataDiscovery.prototype.discover;
let discovered: Promise<MetadataStorage> | undefined;

/** Discovers the entities only once in a process, because it takes longer than most tests, which each open an ORM. */
MetadataDiscovery.prototype.discover = function discoverOnce(this: MetadataDiscovery, preferTypeScript) {
  discovered ??= discoverEntities.call(this, preferTypeScript);
  return discovered;
};
