import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type ExportScene, exportScene } from '#tests/support/export-scene.server.ts';
import { makeManyDesignations } from '#tests/support/many-designations.server.ts';
import { type RowSnapshot, snapshotRows } from '#tests/support/row-snapshot.server.ts';
import { callLaurel } from './call-laurel.ts';

/** Three portions. A pipe between processes buffers less than one. */
const MANY = { schools: 250, studentsEach: 10, criteriaComment: 'long '.repeat(100) };

const database = useDatabase();
let orm: Orm;
let scene: ExportScene;
let snapshot: RowSnapshot;
let folder: string;
let file: string;

beforeAll(async () => {
  orm = await openOrm(database.url);
  scene = await exportScene(orm);
  await makeManyDesignations(scene, MANY);
  snapshot = await snapshotRows(orm);
});
afterAll(() => orm.close(true));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'laurel-export-'));
  file = path.join(folder, 'old.csv');
  await writeFile(file, 'old');
  return () => rm(folder, { recursive: true });
});
afterEach(() => snapshot.restore());

const settings = () => ({ NODE_ENV: 'production', DATABASE_URL: database.url }) as const;
const start = (...args: string[]) =>
  spawn(process.execPath, [COMMAND_LINE, 'export', ...args], { env: settings() });
const markCount = async () => (await scene.marks()).filter((row) => row.downloadedAt !== null).length;

/** Delays every portion after the first by a second while `slowed` has a row, so that tests can act during an export. */
async function slowDown(): Promise<() => Promise<unknown>> {
  await scene.ctxOf().em.execute(
    `create table slowed as select 1;
     create function take_time() returns trigger language plpgsql as $$
     begin
       if exists (select from slowed) and exists (select from disclosure) then perform pg_sleep(1); end if;
       return new;
     end $$;
     create trigger take_time before insert on disclosure for each row execute function take_time()`,
  );
  return () => scene.ctxOf().em.execute('drop function take_time cascade; drop table slowed');
}

/** Waits until the first portion is in the temporary file. */
async function untilInTheMiddle(): Promise<void> {
  await expect
    .poll(
      async () => {
        const temporary = (await readdir(folder)).find((name) => name.endsWith('.part'));
        return temporary === undefined ? 0 : (await stat(path.join(folder, temporary))).size;
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBeGreaterThan(0);
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  const stderr = child.stderr?.toArray();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr: ((await stderr) ?? []).join('') };
}

describe('an export', () => {
  it.each([
    ['schools', 0, /^\uFEFFid,name,.+\r\n/, /^Exported 252 schools\.\n$/],
    ['school 0012-none', 1, /^$/, /^No school has the ID, banner code, or name 0012-none\. .+\n$/],
    ['users --format json', 2, /^$/, /^Exports are CSV or Excel workbooks, .+\n$/],
    ['user nobody@example.org', 1, /^$/, /^No user has the email address or ID .+\n$/],
    ['designations --status REJECTED', 3, /^$/, /^No designations match\. Nothing was written\.\n$/],
    ['designation 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11', 1, /^$/, /^No designation has the ID .+\n$/],
  ] as const)('%s ends with %i', async (line, code, out, err) => {
    expect(await callLaurel(database.url, ['export', ...line.split(' ')])).toEqual({
      code,
      stdout: expect.stringMatching(out) as string,
      stderr: expect.stringMatching(err) as string,
    });
  });

  it('replaces an older file and leaves no temporary files', async () => {
    expect(await endOf(start('designations', '-o', file))).toEqual({
      code: 0,
      stderr: `Exported 250 designations to ${file}.\n`,
    });
    expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(2_502);
    expect([await readdir(folder), await markCount()]).toEqual([['old.csv'], 250]);
  });
});

describe('an export that no one reads', () => {
  it.each(['designations', 'schools', 'users'])('ends without an error: %s', async (what) => {
    const run = await callLaurel(database.url, ['export', what], { isUnread: true });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await markCount()).toBe(0);
  });

  it('because it goes to the null device records no download', async () => {
    const child = spawn(process.execPath, [COMMAND_LINE, 'export', 'designations', '--quiet'], {
      env: settings(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await endOf(child)).toEqual({ code: 0, stderr: '' });
    expect(await markCount()).toBe(0);
  });

  it('marks nothing if the reader leaves before its end', async () => {
    const child = start('designations', '-o', '-');
    const ended = endOf(child);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 0, stderr: '' });
    expect(await markCount()).toBe(0);
  });
});

describe('an export that is killed', () => {
  beforeEach(slowDown);

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s removes its temporary file and marks nothing', async (signal, code) => {
    const child = start('designations', '-o', file);
    const ended = endOf(child);
    await untilInTheMiddle();
    child.kill(signal);
    expect(await ended).toEqual({ code, stderr: 'Interrupted.\n' });
    expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['old.csv'], 'old']);
    expect(await markCount()).toBe(0);
  });

  it('ends on SIGINT while its reader stalls', async () => {
    const child = start('designations');
    const ended = once(child, 'close') as Promise<[number]>;
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    await once(child, 'exit');
    child.stdout.destroy();
    expect([(await ended)[0], await markCount()]).toEqual([130, 0]);
  });

  it("keeps the older file, marks nothing, and doesn't block the next export after SIGKILL", async () => {
    const child = start('designations', '-o', file);
    const ended = endOf(child);
    await untilInTheMiddle();
    child.kill('SIGKILL');
    await ended;
    expect([await readFile(file, 'utf8'), await markCount()]).toEqual(['old', 0]);
    // The killed export may still hold its locks, so the trigger stays.
    await scene.ctxOf().em.execute('delete from slowed');
    expect((await endOf(start('designations', '--only-new', '-o', file))).code).toBe(0);
    expect([await readFile(file, 'utf8'), await markCount()]).toEqual([
      expect.stringContaining('Many 0250') as string,
      250,
    ]);
  });
});

/** A file size limit interrupts a write, as a full disk does. */
describe.runIf(process.platform !== 'win32')('an export on a disk that is full', () => {
  const limited = (...args: string[]) =>
    spawn(
      '/bin/sh',
      ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, COMMAND_LINE, 'export', ...args],
      {
        env: settings(),
      },
    );

  it('keeps the older file and marks nothing', async () => {
    expect(await endOf(limited('designations', '-o', file))).toEqual({
      code: 1,
      stderr: `Can't write ${file}: the file would be too large.\n`,
    });
    expect([await readdir(folder), await readFile(file, 'utf8')]).toEqual([['old.csv'], 'old']);
    expect(await markCount()).toBe(0);
  });

  it('marks nothing if standard output is a file', async () => {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        'ulimit -f 100; exec "$0" "$@" > "$OUT"',
        process.execPath,
        COMMAND_LINE,
        'export',
        'designations',
      ],
      { env: { ...settings(), OUT: file } },
    );
    expect(await endOf(child)).toEqual({
      code: 1,
      stderr: "Can't write standard output: the file would be too large.\n",
    });
    expect(await markCount()).toBe(0);
  });
});
