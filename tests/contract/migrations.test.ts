import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrationsList } from '#db/migrations/migrations-list.ts';
import { migrateUp, openMigratingOrm } from '#db/migrate.server.ts';
import { migrationState } from '#db/migration-state.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../db/migrations');

/** 'migration-20261121143728-initial.ts' contains the class Migration20261121143728Initial. */
function classNameOf(file: string): string {
  const words = file.replace(/\.ts$/, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

it('the list of migrations has every file, in the order of their dates', async () => {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((file) => file.startsWith('migration-')).toSorted();
  expect(migrationsList.map(({ name }) => name)).toEqual(files.map(classNameOf));
  expect(migrationsList.map((migration) => migration.class.name)).toEqual(files.map(classNameOf));
});

describe('a migrated database', () => {
  const database = useDatabase('each test');
  let orm: Orm;
  beforeEach(async () => {
    orm = await database.openOrm();
  });

  const tables = async () => {
    const rows = await orm.em
      .fork()
      .execute<{ name: string }[]>(
        `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
      );
    return rows.map(({ name }) => name);
  };
  const differences = () => orm.schema.getUpdateSchemaSQL({ wrap: false });

  it('matches the entities, down to every index and check', async () => {
    expect(await differences()).toBe('');
    expect(await migrationState(orm)).toEqual({ pending: [], unknown: [] });
  });

  it.each([
    ['a column', 'alter table student drop column twin'],
    ['a check', 'alter table high_school drop constraint high_school_name_check'],
    ['an index over an expression', 'drop index user_account_email_unique'],
    ['a foreign key', 'alter table student drop constraint student_designation_id_foreign'],
    ['the one ACTIVE year', 'drop index academic_year_active_unique'],
  ])('is reported as different if it lacks %s', async (_what, statement) => {
    await orm.em.fork().execute(statement);
    expect(await differences()).not.toBe('');
  });

  it('can be rolled back completely and migrated again', async () => {
    const all = await tables();
    const migrating = await openMigratingOrm(database.url);
    const down = await migrating.migrator.down({ to: 0 });
    await migrating.close(true);
    expect(down.map(({ name }) => name)).toEqual(migrationsList.map(({ name }) => name).toReversed());
    expect(await tables()).toEqual(['mikro_orm_migrations']);
    expect(await migrateUp(database.url)).toEqual(migrationsList.map(({ name }) => name));
    expect(await tables()).toEqual(all);
    expect(await differences()).toBe('');
  });

  it('is unchanged by a second run', async () => {
    expect(await migrateUp(database.url)).toEqual([]);
  });
});
