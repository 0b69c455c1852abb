import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrationsList } from '#db/migrations/migrations-list.ts';
import { callWithSettings } from './call-laurel.ts';
import { useStandInPrograms } from './stand-in-programs.ts';

const MIGRATIONS = migrationsList.map(({ name }) => name);
const LIST = `;
; Archive created at 2026-11-21 15:02:03 UTC
;     Dumped from database version: 18.3 (Debian)`;

const standIns = useStandInPrograms();
const file = () => path.join(standIns.folder, 'laurel.dump');
/** No database is configured. */
const verify = () =>
  callWithSettings(['db', 'verify', file()], { NODE_ENV: 'production', PG_BIN: standIns.programs });

async function writeRestore(migrations: readonly string[], ending = ''): Promise<void> {
  const data = [
    'COPY public.designation (id, class_size) FROM stdin;',
    '1\\t20',
    '2\\t30',
    '\\\\.',
    'COPY public.mikro_orm_migrations (id, name, executed_at) FROM stdin;',
    ...migrations.map((name, index) => `${index + 1}\\t${name}\\t2026-11-20 00:00:00+00`),
    '\\\\.',
  ].join('\\n');
  await standIns.write(
    'pg_restore',
    '18.4',
    `console.log(args[0] === '--list' ? \`${LIST}\` : \`${data}\`); if (args[0] !== '--list') { ${ending} }`,
  );
}

beforeEach(() => writeFile(file(), 'PGDMP…'));

describe('laurel db verify', { timeout: 60_000 }, () => {
  it('counts the rows of a complete backup, without a database', async () => {
    await writeRestore(MIGRATIONS.slice(0, -1));
    expect(await verify()).toEqual({
      code: 0,
      stdout: `Table,Rows\r\ndesignation,2\r\nmikro_orm_migrations,${MIGRATIONS.length - 1}\r\n`,
      stderr: [
        `This backup is from Nov 21, 2026, 6:02 AM AKST (PostgreSQL 18.3, ${MIGRATIONS.length - 1} migrations, the latest ${MIGRATIONS.at(-2) ?? ''}).`,
        'The backup is 1 migration behind this build. After restoring it, run `laurel db migrate`.',
        `The backup is complete: ${MIGRATIONS.length + 1} rows in 2 tables.`,
        '',
      ].join('\n'),
    });
  });

  it('fails for a damaged backup, one of a newer Laurel, and other files', async () => {
    await writeRestore(
      MIGRATIONS,
      `process.stderr.write('pg_restore: error: could not read from input file: end of file\\n'); process.exitCode = 1;`,
    );
    expect(await verify()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The backup is damaged or incomplete. Use another one.\n',
    });
    await writeRestore([...MIGRATIONS, 'Migration29990101000000Later']);
    expect(await verify()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('was made by a newer version of Laurel') as string,
    });
    await writeFile(file(), 'id,name');
    expect(await verify()).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file()} isn't a backup made by \`laurel db backup\`.\n`,
    });
  });

  it('explains what to install if pg_restore is missing', async () => {
    expect(await verify()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Can't find pg_restore in .+ \(set by PG_BIN\)\. Install PostgreSQL's client programs /,
      ) as string,
    });
  });
});
