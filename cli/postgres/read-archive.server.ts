import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CommandFailure } from '#cli/command-failure.ts';
import { type ProgramCall, startProgram } from './run-program.server.ts';

export interface Archive {
  /** ISO 8601. */
  readonly madeAt: string;
  /** The PostgreSQL version of the server that was backed up, like '18.4'. */
  readonly serverVersion: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  /** When the first migration was applied, as PostgreSQL's text. Identifies the installation. */
  readonly installedAt: string;
}

/** The first bytes of pg_dump's custom format. */
const MAGIC = 'PGDMP';
const JOURNAL = 'mikro_orm_migrations';
const MIGRATION_NAME = /\bMigration\d{14}\w+/;

/**
 * Reads a whole backup, to find damage before anything is changed. Counts its rows without keeping them.
 *
 * @throws {CommandFailure} when it isn't a backup, is damaged, or doesn't contain a Laurel database
 */
export async function readArchive(
  file: string,
  context: Omit<ProgramCall, 'name' | 'args'>,
): Promise<Archive> {
  await assertArchive(file);
  const restore = (...args: string[]) =>
    startProgram({ ...context, name: 'pg_restore', args: [...args, file] });
  const list = restore('--list');
  const head = await headOf(linesOf(list.output));
  await list.ended;
  const data = restore('--data-only', '--schema=public', '--file=-');
  const rows = await countRows(linesOf(data.output));
  await data.ended;
  if (!rows.tables.some(({ table }) => table === 'designation') || rows.migrations.length === 0) {
    throw new CommandFailure(`${file} doesn't contain a Laurel database.`);
  }
  return { ...head, ...rows };
}

async function assertArchive(file: string): Promise<void> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
      if (buffer.toString('latin1') === MAGIC) return;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandFailure(
      `Can't read ${file}. Check that it exists and that you have permission to read it.`,
      undefined,
      {
        cause: error,
      },
    );
  }
  throw new CommandFailure(`${file} isn't a backup made by \`laurel db backup\`.`);
}

function linesOf(output: NodeJS.ReadableStream | null): AsyncIterable<string> {
  if (output === null) throw new Error('The program has no standard output.');
  return createInterface({ input: output, crlfDelay: Infinity });
}

/** Reads the header. Timestamps are in UTC, because the programs run with TZ=UTC. */
async function headOf(lines: AsyncIterable<string>): Promise<Pick<Archive, 'madeAt' | 'serverVersion'>> {
  let madeAt = '';
  let serverVersion = '';
  for await (const line of lines) {
    const [, day, time] = /^; Archive created at (\S+) (\S+) UTC$/.exec(line) ?? [];
    if (day !== undefined && time !== undefined) madeAt = `${day}T${time}.000Z`;
    serverVersion = /^; +Dumped from database version: (\S+)/.exec(line)?.[1] ?? serverVersion;
  }
  return { madeAt, serverVersion };
}

/** Counts lines between `COPY public.table …` and `\.`. Line breaks in values are escaped as \n. */
async function countRows(
  lines: AsyncIterable<string>,
): Promise<Pick<Archive, 'tables' | 'migrations' | 'installedAt'>> {
  const tables: { table: string; rows: number }[] = [];
  const migrations: string[] = [];
  let installedAt = '';
  let open: { table: string; rows: number } | null = null;
  for await (const line of lines) {
    if (open === null) {
      const table = /^COPY public\."?(\w+)"? .*FROM stdin;$/.exec(line)?.[1];
      if (table !== undefined) tables.push((open = { table, rows: 0 }));
    } else if (line === '\\.') {
      open = null;
    } else {
      open.rows += 1;
      const name = open.table === JOURNAL ? MIGRATION_NAME.exec(line)?.[0] : undefined;
      if (name === undefined) continue;
      if (migrations.length === 0) installedAt = /\t(\d{4}-\d\d-\d\d [^\t]+)/.exec(line)?.[1] ?? '';
      migrations.push(name);
    }
  }
  return { tables, migrations, installedAt };
}
