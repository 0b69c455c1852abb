import { beforeAll, beforeEach } from 'vitest';
import type { Orm } from '#db/orm.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { type TestDatabase, useDatabase } from '#tests/support/database.server.ts';
import { type DesignationScene, designationScene } from '#tests/support/designation-scene.server.ts';

interface Given {
  readonly orm: Orm;
  readonly year: MadeYear;
  readonly scene: DesignationScene;
}

interface Setting {
  /** Whether each file or each test has a new database and year. 'file' by default. */
  readonly per?: 'file' | 'each test';
  readonly poolMax?: number;
  readonly year?: Parameters<typeof makeYear>[1];
}

/**
 * Makes a new scene in the active year for each test, before hooks that are registered later.
 *
 * ```ts
 * let orm: Orm;
 * let scene: DesignationScene;
 * useDesignationScene((given) => ({ orm, scene } = given));
 * ```
 */
export function useDesignationScene(
  take: (given: Given) => unknown,
  { per = 'file', poolMax, year: dates }: Setting = {},
): TestDatabase {
  const database = useDatabase(per);
  const before = per === 'file' ? beforeAll : beforeEach;
  let opened: { readonly orm: Orm; readonly year: MadeYear };

  before(async () => {
    const orm = await database.openOrm(poolMax === undefined ? {} : { poolMax });
    opened = { orm, year: await makeYear(orm, dates) };
  });
  beforeEach(async () => {
    const { orm, year } = opened;
    take({ orm, year, scene: await designationScene(orm, year) });
  });
  return database;
}
