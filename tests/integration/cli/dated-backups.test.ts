import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.server.ts';
import { callWithSettings } from './call-laurel.ts';
import { useStandInPrograms } from './stand-in-programs.ts';

const database = useDatabase();
const standIns = useStandInPrograms();
const name = () => new URL(database.url).pathname.slice(1);
const settings = () => ({ NODE_ENV: 'test', DATABASE_URL: database.url, PG_BIN: standIns.programs });

async function makeFolder(files: readonly string[]): Promise<string> {
  const folder = path.join(standIns.folder, 'backups');
  await mkdir(folder);
  for (const file of files) await writeFile(path.join(folder, file), 'older');
  return folder;
}

const backup = (folder: string, ...args: string[]) =>
  callWithSettings(['db', 'backup', folder, ...args], settings());

describe('laurel db backup --keep', { timeout: 60_000 }, () => {
  it('writes a dated file, then deletes older ones of the same database and nothing else', async () => {
    const others = [
      `${name()}-20200101.dump`,
      `${name()}-20200101T000000Z.dump.gpg`,
      `${name()}-later-20200101T000000Z.dump`,
      'other-20200101T000000Z.dump',
      'laurel.dump',
    ];
    const older = ['20261101', '20261102', '20261103'].map((day) => `${name()}-${day}T010000Z.dump`);
    const folder = await makeFolder([...others, ...older]);
    await mkdir(path.join(folder, `${name()}-20200102T000000Z.dump`));
    await standIns.write('pg_dump', '18.4', `process.stdout.write('PGDMP');`);

    const planned = await backup(folder, '--keep', '2', '--dry-run');
    expect(planned.stderr.split('\n').slice(1)).toEqual([
      `Would delete ${older[1] ?? ''}.`,
      `Would delete ${older[0] ?? ''}.`,
      '',
    ]);
    expect(await readdir(folder)).toHaveLength(9);

    const { code, stderr } = await backup(folder, '--keep', '2');
    expect(code).toBe(0);
    expect(stderr).toMatch(/Deleted 2 older backups: /);
    const left = await readdir(folder);
    const [newest = '', ...more] = left
      .filter((file) => !others.includes(file) && !older.includes(file))
      .toReversed();
    expect(newest).toMatch(new RegExp(`^${name()}-2\\d{7}T\\d{6}Z\\.dump$`));
    expect(more).toEqual([`${name()}-20200102T000000Z.dump`]);
    expect(left).toEqual(expect.arrayContaining([...others, older[2]]));
    expect(left).toHaveLength(8);
  });

  it('deletes nothing if the backup fails', async () => {
    const older = ['20261101', '20261102'].map((day) => `${name()}-${day}T010000Z.dump`);
    const folder = await makeFolder(older);
    await standIns.write('pg_dump', '18.4', 'process.exitCode = 1;');
    expect((await backup(folder, '--keep', '1')).code).toBe(1);
    expect(await readdir(folder)).toEqual(older);
  });

  it('keeps everything without --keep', async () => {
    const older = `${name()}-20261101T010000Z.dump`;
    const folder = await makeFolder([older]);
    await standIns.write('pg_dump', '18.4', `process.stdout.write('PGDMP');`);
    expect((await backup(folder)).code).toBe(0);
    expect(await readdir(folder)).toEqual([older, expect.stringMatching(/Z\.dump$/)]);
  });

  it('refuses a file, standard output, and an invalid number', async () => {
    const folder = await makeFolder([]);
    await standIns.write('pg_dump', '18.4', `process.stdout.write('PGDMP');`);
    const file = path.join(folder, 'laurel.dump');
    for (const output of [file, '-']) {
      expect(await backup(output, '--keep', '2')).toMatchObject({
        code: 2,
        stderr: `${output}: --keep needs an existing folder to write dated files to.\n`,
      });
    }
    for (const keep of ['0', 'all']) {
      expect(await backup(folder, '--keep', keep)).toMatchObject({
        code: 2,
        stderr: `--keep ${keep}: Enter how many backups to keep, at least 1.\n`,
      });
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
