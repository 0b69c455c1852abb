import {
  Configuration,
  type EntityComparator,
  MetadataDiscovery,
  type MetadataStorage,
} from '@mikro-orm/core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openOrm, type Orm, type OrmOptions } from '#db/orm.server.ts';
import {
  emptyThrough,
  releaseDatabase,
  acquireDatabase,
  urlOfDatabase,
} from '#tests/support/spare-databases.server.ts';

/** A migrated, empty database that no other test uses. */
export interface TestDatabase {
  /** The connection URL, available only in hooks and tests. */
  readonly url: string;
  /**
   * Opens the ORM that all tests of a database for `'each test'` share. It stays open between them, which is faster than
   * connecting, and is closed after the last.
   */
  openOrm(options?: OrmOptions): Promise<Orm>;
}

/**
 * Provides a migrated, empty database for a file or `describe`, and removes it afterwards even if it is in use.
 * With `'each test'`, every test starts with an empty one: about 5 ms each with `openOrm`, 50 ms with an ORM of its own,
 * or 200 ms if a test changes more than rows.
 *
 * ```ts
 * const database = useDatabase('each test');
 * beforeEach(async () => { orm = await database.openOrm(); });
 * ```
 */
export function useDatabase(per: 'file' | 'each test' = 'file'): TestDatabase {
  let name: string | undefined;
  let shared: SharedOrm | undefined;
  const before = per === 'file' ? beforeAll : beforeEach;

  before(async () => {
    name ??= await acquireDatabase(maintenanceUrl());
  });
  if (per === 'each test') {
    afterEach(async () => {
      if (shared === undefined || !(await emptyThrough(shared.orm, inject('pristineCondition'))))
        await remove();
    });
  }
  afterAll(remove);

  async function remove(): Promise<void> {
    const used = name;
    // Not awaited, because it would wait for transactions that a test left open.
    void shared?.orm.close(true);
    [name, shared] = [undefined, undefined];
    if (used !== undefined) await releaseDatabase(maintenanceUrl(), used, inject('pristineCondition'));
  }

  const urlOf = () => {
    if (name === undefined) throw new Error('The test database exists only while hooks and tests run.');
    return urlOfDatabase(maintenanceUrl(), name);
  };
  return {
    get url() {
      return urlOf();
    },
    openOrm: async (options = {}) => {
      shared ??= await openShared(urlOf(), options);
      shared.onStatement = options.onStatement;
      return shared.orm;
    },
  };
}

interface SharedOrm {
  readonly orm: Orm;
  /** The listener of the current test. */
  onStatement: OrmOptions['onStatement'];
}

async function openShared(url: string, options: OrmOptions): Promise<SharedOrm> {
  const listening: Pick<SharedOrm, 'onStatement'> = { onStatement: options.onStatement };
  const onStatement = (statement: string) => listening.onStatement?.(statement);
  const orm = await openOrm(url, options.onStatement === undefined ? options : { ...options, onStatement });
  return Object.assign(listening, { orm });
}

function maintenanceUrl(): string {
  return inject('maintenanceDatabaseUrl');
}

const { discover } = MetadataDiscovery.prototype;
const { getComparator, getHydrator } = Configuration.prototype;
let metadata: Promise<MetadataStorage> | undefined;
let comparator: EntityComparator | undefined;
let hydrator: ReturnType<typeof getHydrator> | undefined;

// The ORMs of a process share the entities' metadata and the functions that MikroORM compiles from it, because making
// them takes longer than most tests, which each open an ORM.
MetadataDiscovery.prototype.discover = function discoverOnce(this: MetadataDiscovery, preferTypeScript) {
  metadata ??= discover.call(this, preferTypeScript);
  return metadata;
};
Configuration.prototype.getComparator = function sharedComparator(this: Configuration, storage) {
  comparator ??= getComparator.call(this, storage);
  return comparator;
};
Configuration.prototype.getHydrator = function sharedHydrator(this: Configuration, storage) {
  hydrator ??= getHydrator.call(this, storage);
  return hydrator;
};
