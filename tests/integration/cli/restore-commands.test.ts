import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { migrationsList } from '#db/migrations/migrations-list.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';
import { callLaurel, callWithSettings } from './call-laurel.ts';
import { useStandInPrograms } from './stand-in-programs.ts';

const SERVER = '18.4';
const MIGRATIONS = migrationsList.map(({ name }) => name);
const LIST = `;
; Archive created at 2026-11-21 15:02:03 UTC
;     Dumped from database version: 18.3 (Debian)
;     Dumped by pg_dump version: 18.4`;

const database = useDatabase('each test');
const standIns = useStandInPrograms();
const settings = () => ({ NODE_ENV: 'test', DATABASE_URL: database.url, PG_BIN: standIns.programs });
const inFolder = (name: string) => path.join(standIns.folder, name);
const restore = (...args: string[]) =>
  callWithSettings(['db', 'restore', inFolder('laurel.dump'), ...args], settings());
const receivedSql = () => readFile(inFolder('heard'), 'utf8').catch(() => null);

/** A backup with these migrations and one designation, as SQL. */
const dataWith = (migrations: readonly string[], installedAt: string) =>
  [
    'COPY public.designation (id, class_size) FROM stdin;',
    '1\\t20',
    '\\\\.',
    'COPY public.mikro_orm_migrations (id, name, executed_at) FROM stdin;',
    ...migrations.map((name, index) => `${index + 1}\\t${name}\\t${installedAt}`),
    '\\\\.',
  ].join('\\n');

/** Without rows, a restore doesn't ask for confirmation. */
async function makeRows(): Promise<void> {
  const orm = await openOrm(database.url);
  await makeSchool(orm, { name: 'Aurora High School' });
  await orm.close(true);
}

/** Writes a stand-in pg_restore that outputs such a backup and exits with `code`, and a psql that saves its input. */
async function writePrograms({
  migrations = MIGRATIONS,
  code = 0,
  psql = '',
  lastsMs = 0,
} = {}): Promise<void> {
  const [journal] = await queryRows<{ installedAt: string }>(
    database.url,
    'select executed_at::text as "installedAt" from mikro_orm_migrations order by id limit 1',
  );
  const heardFile = JSON.stringify(inFolder('heard'));
  await standIns.write(
    'pg_restore',
    SERVER,
    `const { existsSync } = await import('node:fs');
     console.log(args[0] === '--list' ? \`${LIST}\` : \`${dataWith(migrations, journal?.installedAt ?? '')}\`);
     if (args.includes('--no-owner')) {
       while (!existsSync(${heardFile})) await new Promise((resolve) => setTimeout(resolve, 10));
       await new Promise((resolve) => setTimeout(resolve, ${lastsMs}));
       process.exitCode = ${code};
     }`,
  );
  await standIns.write(
    'psql',
    SERVER,
    `const { appendFileSync } = await import('node:fs');
     let script = '';
     for await (const chunk of process.stdin) {
       appendFileSync(${heardFile}, chunk);
       const isReady = script.includes('laurel: ready');
       script += chunk;
       if (!isReady && script.includes('laurel: ready')) console.log('laurel: ready');
       ${psql}
     }`,
  );
}

beforeEach(() => writeFile(inFolder('laurel.dump'), 'PGDMP…'));

describe('laurel db restore', { timeout: 60_000 }, () => {
  it('shows what a backup contains, and changes nothing in a dry run', async () => {
    await writePrograms({ migrations: MIGRATIONS.slice(0, -2) });
    expect(await restore('--dry-run')).toEqual({
      code: 0,
      stdout: `Table,Rows\r\ndesignation,1\r\nmikro_orm_migrations,${MIGRATIONS.length - 2}\r\n`,
      stderr: [
        `This backup is from Nov 21, 2026, 6:02 AM AKST (PostgreSQL 18.3, ${MIGRATIONS.length - 2} migrations, the latest ${MIGRATIONS.at(-3) ?? ''}).`,
        'The backup is 2 migrations behind this build. After restoring it, run `laurel db migrate`.',
        'Nothing has changed yet.',
        '',
      ].join('\n'),
    });
    expect(await receivedSql()).toBeNull();
    await makeRows();
    await writePrograms();
    expect(await restore()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /\nReplace everything in the database \w+ with the backup from Nov 21, 2026, 6:02 AM AKST\? Add --yes to do it, or --dry-run /,
      ) as string,
    });
    expect(await receivedSql()).toBeNull();
  });

  it('empties and fills the database in one transaction, which is committed at the end', async () => {
    await writePrograms();
    const run = await restore('--yes');
    expect([run.code, run.stdout]).toEqual([0, '']);
    expect(run.stderr.split('\n').slice(1)).toEqual([
      `Restored ${MIGRATIONS.length + 1} rows. Everyone has to sign in again.`,
      '',
    ]);
    const script = (await receivedSql()) ?? '';
    expect(script).toMatch(/^begin;\n[^]+ cascade[^]+\nCOPY public\.designation [^]+\ncommit;\n$/);
  });

  it('commits nothing if pg_restore fails or is interrupted', async () => {
    await writePrograms({ code: 1 });
    expect((await restore('--yes')).code).toBe(1);
    expect(await receivedSql()).toMatch(/^begin;\n/);
    expect(await receivedSql()).not.toContain('commit;');

    await writePrograms({
      psql: 'process.kill(Number(process.env.TOLD_TO));',
      lastsMs: 2_000,
    });
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `export TOLD_TO=$$; exec "$@"`,
        'sh',
        process.execPath,
        COMMAND_LINE,
        'db',
        'restore',
        inFolder('laurel.dump'),
        '--yes',
      ],
      { env: settings() as NodeJS.ProcessEnv },
    );
    expect(await once(child, 'close')).toEqual([143, null]);
    expect(await receivedSql()).toMatch(/^begin;\n/);
    expect(await receivedSql()).not.toContain('commit;');
  });

  it('empties the schema of everything but extensions, until the transaction is rolled back', async () => {
    await makeRows();
    await writePrograms();
    await restore('--yes');
    const [emptying = ''] = /do \$empty\$[^]+\$empty\$;/.exec((await receivedSql()) ?? '') ?? [];
    const left = `select (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace)
                       + (select count(*)::int from pg_proc p where pronamespace = 'public'::regnamespace
                             and not exists (select from pg_depend where objid = p.oid and deptype = 'e')) as objects`;
    const em = (await openOrm(database.url)).em.fork();
    await em.begin();
    await em.execute(`create type mood as enum ('calm')`);
    await em.execute('create view names as select name from high_school');
    await em.execute(emptying);
    expect(await em.execute(left)).toEqual([{ objects: 0 }]);
    await em.rollback();
    expect((await em.findAll(HighSchoolEntity)).map(({ name }) => name)).toEqual(['Aurora High School']);
  });

  it('waits until no one else is connected', async () => {
    await writePrograms();
    const orm = await openOrm(database.url);
    await orm.em.fork().execute('select 1');
    const sentence =
      '1 other connection is using the database. Stop the servers, workers, and other programs first, then restore.';
    const refused = await restore('--yes');
    expect([refused.code, refused.stderr.split('\n').at(-2)]).toEqual([1, sentence]);
    expect((await restore('--dry-run')).stderr).toContain(sentence);
    expect(await receivedSql()).toBeNull();
    await orm.close(true);
    expect((await restore('--yes')).code).toBe(0);
  });

  it('refuses files that are not a backup of this version of Laurel', async () => {
    await writePrograms({ migrations: [...MIGRATIONS, 'Migration20991231000000Newer'] });
    const newer = await restore('--yes');
    expect([newer.code, newer.stderr.split('\n').at(-2)]).toEqual([
      1,
      `${inFolder('laurel.dump')} was made by a newer version of Laurel (it includes Migration20991231000000Newer). Restore it with that version.`,
    ]);
    await writePrograms({ migrations: [] });
    expect((await restore('--yes')).stderr).toMatch("laurel.dump doesn't contain a Laurel database.\n");
    await writeFile(inFolder('laurel.dump'), '--\n-- PostgreSQL database dump\n--\n');
    expect((await restore('--yes')).stderr).toMatch(
      "laurel.dump isn't a backup made by `laurel db backup`.\n",
    );
    expect(await receivedSql()).toBeNull();
  });

  it('asks for confirmation on a terminal', async () => {
    await makeRows();
    await writePrograms();
    vi.stubEnv('PG_BIN', standIns.programs);
    const answered = await callLaurel(database.url, ['db', 'restore', inFolder('laurel.dump')], {
      answer: 'n',
      columns: 80,
    });
    expect([answered.code, answered.stdout]).toEqual([1, '']);
    expect(answered.stderr).toMatch(
      / with the backup from Nov 21, 2026, 6:02 AM AKST\? \[y\/N\] [^]*Nothing was changed\.\n$/,
    );
    expect(await receivedSql()).toBeNull();
  });
});
