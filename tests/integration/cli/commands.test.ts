import { describe, expect, inject, it } from 'vitest';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';
import { storedRowsIn } from '#tests/support/stored-rows.server.ts';
import { callLaurel, callWithSettings } from './call-laurel.ts';
import { runLaurel } from './run-laurel.ts';

const AWAY = { NODE_ENV: 'test', DATABASE_URL: 'postgresql://laurel@127.0.0.1:1/laurel' };

describe('laurel emails bounce', () => {
  const database = useDatabase();
  const bounce = (...args: string[]) =>
    callLaurel(database.url, ['emails', 'bounce', ...args], { env: { NODE_ENV: 'production' } });

  it('records the address with the reason, and refuses invalid addresses', async () => {
    expect(await bounce('Gone@Example.org', '--reason', '550 No such user')).toEqual({
      code: 0,
      stdout: '',
      stderr: [
        'No account or open invite has the address gone@example.org. Is it correct?',
        "We won't email gone@example.org, except for sign-in codes, until an administrator clears it.",
        '',
      ].join('\n'),
    });
    expect(await bounce('gone@example.org')).toEqual({
      ...{ code: 3, stdout: '' },
      stderr: 'gone@example.org is already recorded as bounced.\n',
    });
    expect(await bounce('nobody')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'ADDRESS: Enter an email address like name@example.org.\n',
    });
    const fields = ['address', 'source', 'reason'] as const;
    expect(await storedRowsIn(database.url, BouncedAddressEntity, fields)).toEqual([
      { address: 'gone@example.org', source: 'CLI', reason: '550 No such user' },
    ]);
  });
});

describe('laurel db', () => {
  const database = useDatabase('each test');
  const db = (...args: string[]) => callLaurel(database.url, ['db', ...args]);

  it('migrates an empty database, and does nothing the second time', { timeout: 60_000 }, async () => {
    await runStatements(database.url, ['drop schema public cascade', 'create schema public']);
    const status = await db('status');
    expect(status.code).toBe(1);
    expect(status.stdout).toMatch(/^Pending Migration20261121143728Initial\n/);
    const migrated = await db('migrate');
    expect(migrated.code).toBe(0);
    expect(migrated.stdout).toMatch(/^Applied Migration20261121143728Initial\n(Applied .+\n)+$/);
    expect(await db('migrate')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The database is already up to date.\n',
    });
  });

  it('refuses a database that a newer build has migrated', async () => {
    await runStatements(database.url, [
      `insert into mikro_orm_migrations (name) values ('Migration20991231000000Newer')`,
    ]);
    const stderr =
      "The database has 1 migration that this build doesn't have. Install the newer version of Laurel.\n";
    expect(await db('status')).toEqual({
      ...{ code: 1, stderr },
      stdout: 'Unknown Migration20991231000000Newer\n',
    });
    expect(await db('migrate')).toEqual({ code: 1, stdout: '', stderr });
    expect(await db('migrate', '--dry-run')).toEqual({ code: 1, stdout: '', stderr });
  });

  it('lists the pending migrations without applying them', async () => {
    await runStatements(database.url, ['drop schema public cascade', 'create schema public']);
    const reported = await db('migrate', '--dry-run');
    expect([reported.code, reported.stderr]).toEqual([0, 'Nothing has changed yet.\n']);
    expect(reported.stdout).toMatch(/^Would apply Migration20261121143728Initial\n(Would apply .+\n)+$/);
    const [schema] = await queryRows<{ tables: number }>(
      database.url,
      `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
    );
    expect(schema?.tables).toBe(0);
  });

  it('refuses to migrate a database of another encoding', async () => {
    const url = new URL(database.url);
    url.pathname = `${url.pathname}_ascii`;
    const name = url.pathname.slice(1);
    await runStatements(database.url, [
      `create database "${name}" encoding 'SQL_ASCII' locale 'C' template template0`,
    ]);
    const run = await callLaurel(url.href, ['db', 'migrate']);
    await runStatements(database.url, [`drop database "${name}"`]);
    expect(run).toEqual({
      ...{ code: 1, stdout: '' },
      stderr:
        "The database's encoding is SQL_ASCII, but Laurel needs UTF8. Create a new database with `create database … encoding 'UTF8' template template0`.\n",
    });
  });

  it('seeds only once', { timeout: 60_000 }, async () => {
    expect(await db('seed', '--dry-run')).toMatchObject({
      ...{ code: 0, stdout: '' },
      stderr: 'Would load the demo data. Nothing has changed yet.\n',
    });
    expect(await db('seed', '--size', 'demo')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Loaded the demo data.\n',
    });
    expect(await db('seed')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'The demo data is already loaded. Nothing was changed.\n',
    });
    expect(await db('seed', '--size', 'large')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The large data needs an empty database, but this one has other data. Nothing was changed.\n',
    });
  });

  it('refuses to seed production', async () => {
    const env = { NODE_ENV: 'production' };
    expect(await callLaurel(database.url, ['db', 'seed'], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: "The demo data can't be loaded in production (NODE_ENV is production).\n",
    });
  });

  it('reports missing tables', async () => {
    await runStatements(database.url, ['drop table user_account cascade']);
    expect(await db('seed')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database is missing tables. Run `laurel db migrate` first.\n',
    });
  });
});

describe('laurel', () => {
  it('reports an unreachable database in one sentence, and shows the cause with --debug', async () => {
    const sentence = "Can't reach the database. Check DATABASE_URL and that the database is running.\n";
    expect(await runLaurel(['db', 'status'], AWAY)).toEqual({ code: 1, stdout: '', stderr: sentence });
    const debugged = await callWithSettings(['--debug', 'db', 'status'], AWAY);
    expect(debugged.stderr.startsWith(sentence)).toBe(true);
    expect(debugged.stderr).toContain('ECONNREFUSED');
  });

  it('names every error of the settings in one message', async () => {
    const invalidNames = {
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://x',
      PORT: 'abc',
      LOG_LEVEL: 'loud',
    };
    expect(await callWithSettings(['db', 'status'], invalidNames)).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'Some settings are missing or invalid:',
        '  - DATABASE_URL must begin with postgresql://',
        '  - PORT must be a port number',
        '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, silent',
        '',
      ].join('\n'),
    });
  });

  it('serve refuses missing and unsafe settings in production, and names each', async () => {
    const unsafe = {
      DATABASE_URL: 'postgresql://x/y',
      SMTP_URL: 'smtp://x',
      SESSION_SECRET: 'change-me-to-at-least-32-random-characters',
      APP_URL: 'http://scholars.example.org',
      CONTACT_EMAIL: 'scholars@example.org',
      HANDBOOK_URL: 'https://scholars.example.net/handbook',
      SURVEY_URL: 'https://scholars.example.net/survey',
    };
    expect(await callWithSettings(['serve'], unsafe)).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'Some settings are missing or invalid:',
        '  - MAIL_FROM is not set',
        '  - PROGRAM_LINKS is not set',
        '  - CONTACT_EMAIL is an example from the documentation: set your own',
        '  - DATABASE_URL names another machine, so the connection must be encrypted: add ?sslmode=verify-full and, for a private certificate authority, &sslrootcert=FILE (or set ALLOW_INSECURE=database)',
        '  - SMTP_URL names another machine, so the connection must be encrypted: use smtps://, or add ?requireTLS=true (or set ALLOW_INSECURE=smtp)',
        '  - SESSION_SECRET is an example from the documentation: choose your own',
        '  - APP_URL must begin with https:// (session cookies are only sent over https)',
        '',
      ].join('\n'),
    });
  });

  it("reports that DATABASE_URL isn't set", async () => {
    const unset = 'Some settings are missing or invalid:\n  - DATABASE_URL is not set\n';
    expect(await callWithSettings(['years', 'list'], {})).toEqual({ code: 1, stdout: '', stderr: unset });
    const { stdout } = await callWithSettings(['doctor'], { NODE_ENV: 'development' });
    expect(stdout).toContain('settings,failed,"DATABASE_URL is not set. ');
  });

  it('reports that the database server has no TLS', async () => {
    const url = new URL(inject('maintenanceDatabaseUrl'));
    url.searchParams.set('sslmode', 'require');
    const run = await callLaurel(url.href, ['db', 'status']);
    expect(run).toEqual({
      ...{ code: 1, stdout: '' },
      stderr:
        "The database server doesn't support TLS, which sslmode in DATABASE_URL requires. Turn on ssl in PostgreSQL or change sslmode.\n",
    });
  });

  it('shows help, and refuses unknown commands with exit code 2', async () => {
    const help = await callWithSettings(['--help'], {});
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Usage: laurel/);
    expect(await runLaurel(['frobnicate'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: unknown command 'frobnicate'\nRun `laurel --help` for usage.\n",
    });
  });
});
