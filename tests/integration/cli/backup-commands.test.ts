import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFolders } from '#app/config/process-environment.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callWithSettings } from './call-laurel.ts';
import { useStandInPrograms } from './stand-in-programs.ts';

const SERVER = '18.4';
const INSTALL =
  /Install version 18 of PostgreSQL's client programs \(.+\), or set PG_BIN to their folder\.\n$/;

const database = useDatabase('each test');
const standIns = useStandInPrograms();
const settings = () => ({ NODE_ENV: 'test', DATABASE_URL: database.url, PG_BIN: standIns.programs });
const backup = (file: string, ...args: string[]) =>
  callWithSettings(['db', 'backup', file, ...args], settings());
const inFolder = (name: string) => path.join(standIns.folder, name);
const files = async () => (await readdir(standIns.folder)).filter((name) => name !== 'bin');

describe('laurel db backup and restore', () => {
  it('restore the data, or explain what to install', { timeout: 60_000 }, async () => {
    const PATH = programFolders().join(path.delimiter);
    const env = { NODE_ENV: 'test', DATABASE_URL: database.url, PATH };
    const orm = await openOrm(database.url);
    await makeSchool(orm, { name: 'Aurora High School' });
    await orm.close(true);
    const contents = async () => ({
      schools: await storedRowsIn(database.url, HighSchoolEntity, ['name', 'status']),
      events: await storedRowsIn(database.url, EventEntity, ['id']),
    });
    const before = await contents();
    const file = inFolder('laurel.dump');
    const made = await callWithSettings(['db', 'backup', file], env);
    if (made.code !== 0) {
      expect(made).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(INSTALL) as string });
      expect(await files()).toEqual([]);
      return;
    }
    await runStatements(database.url, ['delete from high_school', 'create table of_later (id int)']);
    expect(await callWithSettings(['db', 'restore', file, '--yes'], env)).toMatchObject({
      code: 0,
      stdout: '',
    });
    expect(await contents()).toEqual(before);
    expect(await queryRows(database.url, `select to_regclass('of_later') as later`)).toEqual([
      { later: null },
    ]);
  });
});

describe('laurel db backup', () => {
  it('explains what to install if pg_dump is missing or older than the server', async () => {
    const missing = await backup(inFolder('laurel.dump'));
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(INSTALL) as string });
    expect(missing.stderr).toMatch(`Can't find pg_dump in ${standIns.programs} (set by PG_BIN). `);
    await standIns.write('pg_dump', '15.14 (Debian 15.14-0+deb12u1)', '');
    const older = await backup(inFolder('laurel.dump'));
    expect(older).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(INSTALL) as string });
    expect(older.stderr).toMatch(
      `pg_dump 15.14 in ${standIns.programs} is older than the server (PostgreSQL 18). `,
    );
    expect(await files()).toEqual([]);
  });

  it('replaces the file with a private one, and hides the password from other users', async () => {
    await standIns.write(
      'pg_dump',
      SERVER,
      `const { PGPASSWORD, PGDATABASE, SESSION_SECRET, DATABASE_URL } = process.env;
       process.stdout.write(JSON.stringify({ args, PGPASSWORD, PGDATABASE, SESSION_SECRET, DATABASE_URL }));`,
    );
    const file = inFolder('laurel.dump');
    await writeFile(file, 'older', { mode: 0o644 });
    const url = new URL(database.url);
    const run = await callWithSettings(['db', 'backup', file], {
      ...settings(),
      SESSION_SECRET: 'x'.repeat(32),
    });
    expect(run).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Backed up \d+ bytes with pg_dump 18\.4 to .+laurel\.dump\. The backup contains the data of 0 students and was recorded in the disclosure log\. Keep it safe\.\n$/,
      ) as string,
    });
    const called = JSON.parse(await readFile(file, 'utf8')) as { args: string[] };
    expect(called).toEqual({
      args: [
        ...['--format=custom', '--schema=public', '--no-password'],
        ...[
          'session',
          'login_challenge',
          'rate_limit',
          'access_token',
          'passkey',
          'passkey_challenge',
          'linked_identity',
          'oidc_request',
        ].map((table) => `--exclude-table-data=public.${table}`),
      ],
      PGPASSWORD: decodeURIComponent(url.password),
      PGDATABASE: url.pathname.slice(1),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await files()).toEqual(['laurel.dump']);
    expect((await backup('-')).stdout).toBe(await readFile(file, 'utf8'));
  });

  it('is in the disclosure log before pg_dump starts, with reason, user, host, and row counts', async () => {
    await standIns.write(
      'pg_dump',
      SERVER,
      `const { default: pg } = await import(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
       const client = new pg.Client();
       await client.connect();
       const { rows } = await client.query("select channel, os_user, host, purpose, stated_purpose, filter, row_count, student_ids from disclosure");
       process.stdout.write(JSON.stringify(rows));
       await client.end();`,
    );
    const orm = await openOrm(database.url);
    await makeSchool(orm, { name: 'Aurora High School' });
    await orm.close(true);
    const file = inFolder('laurel.dump');
    const env = { ...settings(), SUDO_USER: 'ada', LOGNAME: 'root' };
    expect(await callWithSettings(['db', 'backup', file, '--dry-run'], env)).toMatchObject({
      code: 0,
      stderr: 'Would back up the database with pg_dump 18.4. Nothing was written or recorded.\n',
    });
    expect(
      (await callWithSettings(['db', 'backup', file, '--purpose', 'Before the rollover'], env)).code,
    ).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([
      {
        ...{ channel: 'CLI', purpose: 'database.backup', row_count: 0, student_ids: [] },
        os_user: process.getuid?.() === 0 ? 'ada' : userInfo().username,
        host: hostname(),
        stated_purpose: 'Before the rollover',
        filter: {
          rowCounts: expect.objectContaining({ high_school: 1, student: 0, disclosure: 0 }) as object,
        },
      },
    ]);
    expect(await callWithSettings(['db', 'backup', file, '--purpose', ' '], env)).toMatchObject({
      code: 2,
      stderr: '--purpose: Enter a reason of 1 to 200 characters on one line.\n',
    });
  });

  it("fails if it can't be recorded", async () => {
    await standIns.write('pg_dump', SERVER, '');
    await runStatements(database.url, ['alter table disclosure rename to lost']);
    const { code, stderr } = await backup(inFolder('laurel.dump'));
    expect([code, stderr]).toEqual([
      1,
      "Couldn't record the backup in the disclosure log, so no backup was made. The database is missing tables. Run `laurel db migrate` first.\n",
    ]);
    expect(await files()).toEqual([]);
  });

  it("keeps an older file when it fails, and prints no row's values", async () => {
    await standIns.write(
      'pg_dump',
      SERVER,
      `process.stdout.write('half');
       console.error('pg_dump: error: query failed: ERROR:  invalid input syntax for type date: "Kim Berg" in column "first"');
       console.error('pg_dump: detail: Key (email)=(kim@example.org)');
       process.exitCode = 1;`,
    );
    const file = inFolder('laurel.dump');
    await writeFile(file, 'older');
    expect(await backup(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'pg_dump failed. For details, add --debug.\n',
    });
    const debugged = await backup(file, '--debug');
    expect(debugged.stderr).toContain('invalid input syntax for type date: \\"…\\" in column \\"first\\"');
    expect(debugged.stderr).not.toMatch(/Kim|Berg|kim@/);
    expect(await readFile(file, 'utf8')).toBe('older');
    expect(await files()).toEqual(['laurel.dump']);
  });

  it('removes the partial file and stops pg_dump when interrupted', async () => {
    const started = inFolder('started');
    await standIns.write(
      'pg_dump',
      SERVER,
      `const { writeFileSync } = await import('node:fs');
       process.stdout.write('half');
       writeFileSync(${JSON.stringify(started)}, String(process.pid));
       setInterval(() => undefined, 1000);`,
    );
    const child = spawn(process.execPath, [COMMAND_LINE, 'db', 'backup', inFolder('laurel.dump')], {
      env: settings() as NodeJS.ProcessEnv,
    });
    const errorOutput = child.stderr.toArray();
    await expect.poll(files).toContain('started');
    await expect.poll(() => readFile(started, 'utf8')).toMatch(/^\d+$/);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([143, null]);
    expect((await errorOutput).join('')).toBe('Interrupted.\n');
    expect(await files()).toEqual(['started']);
    const dumpId = Number(await readFile(started, 'utf8'));
    expect(() => process.kill(dumpId, 0)).toThrow('ESRCH');
  });

  it('fails if its reader closes the pipe', async () => {
    await standIns.write('pg_dump', SERVER, `process.stdout.write(Buffer.alloc(4_000_000));`);
    const child = spawn(process.execPath, [COMMAND_LINE, 'db', 'backup', '-'], {
      env: settings() as NodeJS.ProcessEnv,
    });
    child.stdout.destroy();
    const errorOutput = child.stderr.toArray();
    expect(await once(child, 'close')).toEqual([1, null]);
    expect((await errorOutput).join('')).toBe(
      'The program that reads the backup stopped before the backup was complete.\n',
    );
  });

  it('is rejected if standard output is closed', async () => {
    const child = spawn(process.execPath, [COMMAND_LINE, 'db', 'backup', '-'], {
      env: settings() as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const errorOutput = child.stderr.toArray();
    expect(await once(child, 'close')).toEqual([2, null]);
    expect((await errorOutput).join('')).toBe(
      'Nothing is reading standard output. Name a file or use a pipe.\n',
    );
  });

  it('refuses a database without Laurel tables', async () => {
    await standIns.write('pg_dump', SERVER, '');
    await runStatements(database.url, ['drop schema public cascade', 'create schema public']);
    const { code, stderr } = await backup(inFolder('laurel.dump'));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The database .+ has no Laurel tables\. Check DATABASE_URL, or run `laurel db migrate`\.\n$/,
      ),
    ]);
    expect(await files()).toEqual([]);
  });

  it("reports a path that it can't write to", async () => {
    await standIns.write('pg_dump', SERVER, '');
    expect((await backup(inFolder('none/laurel.dump'))).stderr).toMatch(
      /^Can't write \S+none\/laurel\.dump: the folder doesn't exist\.\n/,
    );
    await writeFile(inFolder('file'), '');
    expect((await backup(inFolder('file/laurel.dump'))).stderr).toMatch(
      /^Can't write \S+file\/laurel\.dump: the folder doesn't exist\.\n/,
    );
    expect((await backup('/dev/null')).stderr).toMatch("it isn't a regular file.");
  });
});
