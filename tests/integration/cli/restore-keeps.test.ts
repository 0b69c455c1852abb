import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { osAccount } from '#app/config/process-environment.server.ts';
import { purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import { extendDisclosureChain } from '#app/domain/disclosures/disclosure-chain.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { migrationsList } from '#db/migrations/migrations-list.ts';
import { openOrm } from '#db/orm.server.ts';
import { connectionVariables } from '#cli/postgres/connection-variables.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import { replaceDatabase } from '#cli/postgres/replace-database.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';
import { queryRows, readPrivileges, runStatements } from '#tests/support/database-admin.server.ts';
import { type InstalledPostgres, startInstalledPostgres } from '#tests/support/installed-postgres.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

/** Null if PostgreSQL isn't installed, in which case a restore says what to install. */
const server = await startInstalledPostgres();
const thisYear = new Date().getUTCFullYear();

if (server === null) {
  it('a restore explains what to install if PostgreSQL is missing', async () => {
    const { code, stderr } = await callLaurel(inject('maintenanceDatabaseUrl'), ['db', 'restore', 'x.dump']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('client programs')]);
  });
} else {
  describe('laurel db restore, on an installed PostgreSQL', { timeout: 60_000 }, () => testRestores(server));
}

function testRestores({ programs, url: urlOf, stop }: InstalledPostgres): void {
  let folder = '';
  let url = '';
  let count = 0;
  const inFolder = (name: string) => path.join(folder, name);
  const laurel = (args: readonly string[], terminal?: Terminal) => {
    vi.stubEnv('PG_BIN', programs);
    return callLaurel(url, args, terminal);
  };
  const restore = (...args: string[]) => laurel(['db', 'restore', inFolder('laurel.dump'), ...args]);
  const sql = (...statements: string[]) => runStatements(url, statements);
  const asSuperuser = (...statements: string[]) =>
    runStatements(urlOf(new URL(url).pathname.slice(1)), statements);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-restores-'));
    await runStatements(urlOf('postgres'), [
      'create role laurel login',
      ...['laurel_app', 'bi', 'ops'].map((role) => `create role ${role}`),
      'create database template_of_laurel owner laurel',
    ]);
    await migrateUp(urlOf('template_of_laurel', 'laurel'));
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    count += 1;
    await runStatements(urlOf('postgres'), [
      `create database laurel_${count} template template_of_laurel owner laurel`,
    ]);
    url = urlOf(`laurel_${count}`, 'laurel');
  });

  /** Backs up a closed year with two students, then adds an account and a disclosure and purges the students. */
  async function workAroundBackup() {
    const orm = await openOrm(url);
    try {
      const year = await makeYear(orm, { year: thisYear - 9, status: 'INACTIVE' });
      const school = await makeSchool(orm, { name: 'Aurora High' });
      const { user } = await makeCounselor(orm, [school.id]);
      const designation = await makeDesignation(orm, {
        ...{ academicYearId: year.id, highSchoolId: school.id, submittedById: user.id },
        ...{ status: 'APPROVED', classSize: 20, criteria: 'CUMULATIVE_GPA', students: 2 },
      });
      const studentIds = designation.students.map(({ id }) => id);
      const system = makeCtx({ orm });
      await recordDisclosure(system, { purpose: 'designation.read', filter: {}, studentIds });
      await extendDisclosureChain(system);
      await orm.close(true);
      const made = await laurel(['db', 'backup', inFolder('laurel.dump')]);
      expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('the data of 2 students')]);
      await orm.connect();
      const newcomer = await makeAdmin(orm, {
        firstName: 'Nia',
        lastName: 'Newton',
        email: 'nia@example.org',
      });
      const ctx = makeCtx({ orm, actor: actorOf(newcomer) });
      await recordDisclosure(ctx, { purpose: 'designations.download', filter: {}, studentIds });
      await extendDisclosureChain(system);
      await purgeStudentsOfYear(ctx, year.id);
      return { designation, newcomer, studentIds };
    } finally {
      await orm.close(true);
    }
  }
  const logs = () =>
    queryRows<{ name: string; actor: string | null }>(
      url,
      `select kind as name, actor_id as actor from event union all select purpose, actor_id from disclosure order by 1`,
    );
  const acls = () => readPrivileges(url);
  const GRANTS = [
    'grant select, insert, update, delete on all tables in schema public to laurel_app',
    'revoke update, delete on event, disclosure from laurel_app',
    'revoke update, delete on event from laurel',
    'grant usage on all sequences in schema public to laurel_app',
    'grant select (id, year) on academic_year to bi with grant option',
    'grant select on high_school to ops with grant option',
    'revoke all on function refuse_change() from public',
    'revoke create on schema public from public',
    'alter default privileges grant select on tables to bi',
  ];

  it('a restore keeps log entries missing from the backup and their actors, and names the students whom a purge had removed', async () => {
    const { designation, newcomer, studentIds } = await workAroundBackup();
    const before = await logs();
    const { code, stdout, stderr } = await restore('--yes');
    expect(stderr).toContain("Kept 1 event and 1 disclosure that aren't in the backup.\n");
    expect(stderr).toContain(
      'The restore brought back the personal data of 2 students, which was purged after this backup was made. To remove it again, run `laurel retention purge --older-than 8y --yes`.\n',
    );
    expect([code, stdout.split('\r\n')]).toEqual([
      0,
      [
        'Year,Designation,Student',
        ...studentIds.toSorted().map((id) => `${thisYear - 9},${designation.id},${id}`),
        '',
      ],
    ]);
    expect(await logs()).toEqual(
      [...before, { name: 'database.restored', actor: null }].toSorted((one, other) =>
        one.name < other.name ? -1 : 1,
      ),
    );
    expect(before).toContainEqual({ name: 'designations.download', actor: newcomer.id });
    const where = { id: newcomer.id };
    expect(await storedRowsIn(url, UserAccountEntity, ['firstName', 'flags', 'email'], { where })).toEqual([
      { firstName: 'Nia', flags: ['DELETED'], email: 'nia@example.org' },
    ]);
    const restored = { where: { kind: 'database.restored' } };
    expect(await storedRowsIn(url, EventEntity, ['osUser', 'host', 'changes'], restored)).toEqual([
      { ...osAccount(), changes: expect.objectContaining({ keptEvents: 1, keptDisclosures: 1 }) as object },
    ]);
    expect((await laurel(['retention', 'purge', '--older-than', '8y', '--yes'])).code).toBe(0);
    expect((await laurel(['disclosures', 'verify'])).stderr).toBe('The log is intact: 3 entries.\n');
    // A second restore of the same backup must not add anything twice.
    expect((await restore('--yes')).code).toBe(0);
    expect((await logs()).filter(({ name }) => name === 'designations.download')).toHaveLength(1);
  });

  it('a restore keeps disclosures that were written when it began to read the log', async () => {
    await workAroundBackup();
    const orm = await openOrm(url);
    const writer = orm.em.fork();
    await writer.begin();
    const [designation] = await writer.findAll(DesignationEntity);
    await writer.insert(EventEntity, {
      ...{ id: randomUUID(), at: new Date(), channel: 'REST', kind: 'designation.edited' },
      ...{ subjectType: 'DESIGNATION', subjectId: designation?.id ?? '' },
    });
    const program = {
      programs: await findPostgresPrograms(['pg_restore', 'psql'], 1, programs),
      variables: connectionVariables(url),
      signal: new AbortController().signal,
    };
    const restoring = replaceDatabase(
      {
        file: inFolder('laurel.dump'),
        log: { exists: true, isMerged: true, isSaved: false },
        event: { backupOf: new Date().toISOString(), osUser: 'ada', host: 'db1' },
        save: () => Promise.resolve(),
        beforeCommit: () => Promise.resolve(),
        onBytes: () => undefined,
      },
      program,
    );
    await expect.poll(() => lockWaits(orm), { timeout: 5_000 }).toBe(1);
    await writer.commit();
    await restoring;
    await orm.close(true);
    expect((await logs()).map(({ name }) => name)).toContain('designation.edited');
  });

  it('a restore keeps every privilege, including revocations and grant options', async () => {
    await workAroundBackup();
    await sql(...GRANTS);
    await asSuperuser('grant ops, bi to laurel', 'grant usage on schema public to ops, bi');
    await sql('set role ops', 'grant select on high_school to bi', 'reset role');
    const before = await acls();
    const { code, stderr } = await restore('--yes');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("can't act as")]);
    expect(await acls()).toEqual(before);
    await asSuperuser('revoke ops, bi from laurel');
    expect((await restore('--yes')).stderr).toContain(
      "SELECT on public.high_school was granted to bi by ops. The role that restored the backup can't act as ops, so the owner laurel granted it instead.\n",
    );
    const grantedByOps = 'bi=r/ops';
    expect(JSON.stringify(before)).toContain(grantedByOps);
    expect(JSON.stringify(await acls())).toBe(JSON.stringify(before).replace(grantedByOps, 'bi=r/laurel'));
  });

  it('a restore keeps the owners if another role runs it', async () => {
    await workAroundBackup();
    await sql(...GRANTS);
    const owner = url;
    const before = await acls();
    url = urlOf(new URL(owner).pathname.slice(1));
    expect((await restore('--yes')).code).toBe(0);
    expect(await acls()).toEqual(before);
  });

  it('a restore refuses a backup of an older schema or another installation, unless the newer rows are saved', async () => {
    const { newcomer } = await workAroundBackup();
    const last = migrationsList.at(-1)?.name ?? '';
    const before = await logs();
    const REFUSAL =
      "so this database's newer events and disclosures can't be added to it. Use --save-log FILE to write them to a file first.\n";
    await sql(`insert into mikro_orm_migrations (name) values ('Migration20991231000000Newer')`);
    const older = await restore('--yes');
    expect([older.code, older.stderr]).toEqual([
      1,
      expect.stringContaining(`The backup is 1 migration behind the database, ${REFUSAL}`),
    ]);
    await sql(
      `delete from mikro_orm_migrations where name <> '${last}' and name like '%Newer'`,
      `update mikro_orm_migrations set executed_at = executed_at + interval '1 second'`,
    );
    const other = await restore('--yes');
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining(`The backup is from another installation, ${REFUSAL}`),
    ]);
    expect((await restore('--dry-run')).stderr).toContain(REFUSAL);
    const file = inFolder('log.ndjson');
    await writeFile(file, 'earlier');
    expect(await restore('--yes', '--save-log', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `--save-log ${file}: This file already exists. Choose a new name.`,
      ) as string,
    });
    expect(await logs()).toEqual(before);
    await rm(file);
    const saved = await restore('--yes', '--save-log', file);
    expect([saved.code, saved.stderr]).toEqual([
      0,
      expect.stringContaining(`${file} now contains 1 event and 1 disclosure that aren't in the backup.\n`),
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { table: 'event', row: { kind: 'academicYear.studentsPurged', actor_id: newcomer.id } },
      { table: 'disclosure', row: { purpose: 'designations.download', row_count: 2 } },
    ]);
    expect((await logs()).map(({ name }) => name)).toEqual([
      'database.backup',
      'database.restored',
      'designation.read',
    ]);
  });

  it("a restore doesn't ask if the database is empty, and shows connections before it asks", async () => {
    await workAroundBackup();
    const filled = url;
    await runStatements(urlOf('postgres'), [`create database empty_${count} owner laurel`]);
    url = urlOf(`empty_${count}`, 'laurel');
    const { code, stderr } = await restore();
    expect([code, stderr]).toEqual([0, expect.stringContaining('Restored ')]);
    expect((await logs()).map(({ name }) => name)).toEqual([
      'database.backup',
      'database.restored',
      'designation.read',
    ]);
    url = filled;
    const orm = await openOrm(url);
    await orm.em.fork().execute('select 1');
    const answered = await laurel(['db', 'restore', inFolder('laurel.dump')], { answer: 'n', columns: 80 });
    await orm.close(true);
    expect([answered.code, answered.stderr]).toEqual([
      1,
      expect.stringMatching(
        /1 other connection is using the database\. [^]*Replace everything in the database/,
      ),
    ]);
  });
}
