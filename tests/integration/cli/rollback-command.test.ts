import { describe, expect, it } from 'vitest';
import { MIGRATION_NAMES } from '#db/migrations/known-migrations.ts';
import { openOrm } from '#db/orm.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { callLaurel } from './call-laurel.ts';
import { runLaurel } from './run-laurel.ts';

const [LATEST, BEFORE, TARGET] = MIGRATION_NAMES.toReversed() as [string, string, string];

describe('laurel db rollback and migrate', { timeout: 60_000 }, () => {
  const database = useDatabase('each test');
  const db = (...args: string[]) => callLaurel(database.url, ['db', ...args]);
  const latest = async () => {
    const [row] = await queryRows<{ name: string }>(
      database.url,
      'select name from mikro_orm_migrations order by id desc limit 1',
    );
    return row?.name;
  };

  it('reverts the migrations after the named one, newest first, and applies them again', async () => {
    expect(await db('rollback', '--to', TARGET, '--dry-run')).toEqual({
      code: 0,
      stdout: `Would revert ${LATEST}\nWould revert ${BEFORE}\n`,
      stderr: 'Nothing has changed yet.\n',
    });
    expect(await latest()).toBe(LATEST);
    expect(await db('rollback', '--to', TARGET)).toMatchObject({ code: 2, stdout: '' });
    expect(await latest()).toBe(LATEST);
    expect(await db('rollback', '--to', TARGET, '--yes')).toEqual({
      code: 0,
      stdout: `Reverted ${LATEST}\nReverted ${BEFORE}\n`,
      stderr: `${TARGET} is now the latest migration. Start only servers of a version without newer migrations.\n`,
    });
    expect(await latest()).toBe(TARGET);
    expect((await db('status', '--all')).stdout).toMatch(
      new RegExp(
        `^Applied ${MIGRATION_NAMES[0]}\n[^]+\nApplied ${TARGET}\nPending ${BEFORE}\nPending ${LATEST}\n$`,
      ),
    );
    expect((await db('migrate')).stdout).toBe(`Applied ${BEFORE}\nApplied ${LATEST}\n`);
  });

  it("refuses a migration that isn't applied, and a database that a newer build has migrated", async () => {
    expect(await db('rollback', '--to', 'Migration20200101000000None', '--yes')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "--to Migration20200101000000None: This migration isn't applied. To see those that are, run `laurel db status --all`.\n",
    });
    await runStatements(database.url, [
      "insert into mikro_orm_migrations (name) values ('Migration29990101000000Later')",
    ]);
    expect(await db('rollback', '--to', TARGET, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Install the newer version of Laurel.') as string,
    });
    expect(await latest()).toBe('Migration29990101000000Later');
  });

  it('gives up within seconds if another session uses a table, and changes nothing', async () => {
    const orm = await openOrm(database.url);
    const reader = orm.em.fork();
    await reader.begin();
    await reader.execute(
      'lock table outbox_mail, email_delivery, designation, user_account in access exclusive mode',
    );
    const startedAt = performance.now();
    const blocked = await db('rollback', '--to', MIGRATION_NAMES[0], '--yes');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await reader.rollback();
    await orm.close(true);
    expect(blocked).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('the migration gave up after 3 s. Nothing was changed.') as string,
    });
    expect(await latest()).toBe(LATEST);
    expect((await db('status')).code).toBe(0);
  });
});

describe('database sessions', () => {
  const database = useDatabase();

  it.each([
    ['by default are named by the command', {}, 'laurel years list'],
    ['keep a name from the operator', { PGAPPNAME: 'scholars-1' }, 'scholars-1'],
  ])('%s', async (_what, env, name) => {
    // Without the lock, the command would end before we look.
    const orm = await openOrm(database.url, { poolMax: 2 });
    const em = orm.em.fork();
    await em.begin();
    await em.execute('lock table academic_year in access exclusive mode');
    const listed = runLaurel(['years', 'list'], { ...env, DATABASE_URL: database.url });
    const waiting = () =>
      queryRows(
        database.url,
        "select application_name as name from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([{ name }]);
    await em.rollback();
    expect((await listed).code).toBe(0);
    await orm.close(true);
  });
});
