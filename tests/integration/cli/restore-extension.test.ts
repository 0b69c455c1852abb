import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { type InstalledPostgres, startInstalledPostgres } from '#tests/support/installed-postgres.server.ts';
import { callLaurel } from './call-laurel.ts';

/** Null if PostgreSQL isn't installed, in which case a restore says what to install. */
const server = await startInstalledPostgres();

if (server === null) {
  it('laurel db restore explains what to install if PostgreSQL is missing', async () => {
    const { code, stderr } = await callLaurel(inject('maintenanceDatabaseUrl'), ['db', 'restore', 'x.dump']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('client programs')]);
  });
} else {
  describe('a restore into an empty database', { timeout: 60_000 }, () => testExtension(server));
}

function testExtension({ programs, url: urlOf, stop }: InstalledPostgres): void {
  let folder = '';
  const laurel = (name: string, ...args: string[]) => {
    vi.stubEnv('PG_BIN', programs);
    return callLaurel(urlOf(name, 'laurel'), args);
  };
  const restore = (name: string) => laurel(name, 'db', 'restore', path.join(folder, 'laurel.dump'));
  const extensions = (name: string) =>
    queryRows(urlOf(name), "select 1 from pg_extension where extname = 'pg_trgm'");

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-extension-'));
    await runStatements(urlOf('postgres'), [
      'create role laurel login',
      'create database backed_up owner laurel',
      'create database bare owner laurel',
      'create database strange',
    ]);
    await runStatements(urlOf('strange'), ['grant all on schema public to laurel']);
    await migrateUp(urlOf('backed_up', 'laurel'));
    const orm = await openOrm(urlOf('backed_up', 'laurel'));
    const { id } = await makeSchool(orm, { name: 'Aurora High' });
    await orm.close(true);
    // More than a pipe holds, so that psql ends while the backup is being written to it.
    await runStatements(urlOf('backed_up'), [
      `insert into event (id, at, channel, kind, subject_type, subject_id)
         select gen_random_uuid(), now(), 'CLI', 'high_school.updated', 'HIGH_SCHOOL', '${id}' from generate_series(1, 5000)`,
    ]);
    const made = await laurel('backed_up', 'db', 'backup', path.join(folder, 'laurel.dump'));
    expect(made.code).toBe(0);
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('laurel db restore creates the extension of the search first, as the owner of the database', async () => {
    expect(await extensions('bare')).toEqual([]);
    expect((await restore('bare')).code).toBe(0);
    expect((await extensions('bare')).length).toBe(1);
    const { code, stdout } = await laurel('bare', 'search', 'aur hi');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Type,Name,Details,ID\r\nSchool,Aurora High,/),
    ]);
  });

  it('laurel db restore says who may create the extension, and changes nothing, if the user may not', async () => {
    const refused = expect.stringContaining(
      "isn't allowed to create the extension pg_trgm. Make the user",
    ) as string;
    const restored = await restore('strange');
    expect([restored.code, restored.stderr]).toEqual([1, refused]);
    const migrated = await laurel('strange', 'db', 'migrate');
    expect([migrated.code, migrated.stderr]).toEqual([1, refused]);
    expect(await queryRows(urlOf('strange'), "select 1 from pg_tables where tablename = 'student'")).toEqual(
      [],
    );
    await runStatements(urlOf('strange'), ['create extension pg_trgm']);
    expect((await restore('strange')).code).toBe(0);
  });
}
