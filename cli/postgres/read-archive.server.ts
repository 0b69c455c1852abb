import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CommandFailure } from '#cli/command-failure.ts';
import { type ProgramCall, startProgram } from './run-program.server.ts';

/** What a backup holds. */
export interface Archive {
  /** ISO 8601. */
  readonly madeAt: string;
  /** Of the server that it was made of, like '18.4'. */
  readonly serverVersion: string;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
  /** The names of the migrations that its database had, in their order. */
  readonly migrations: readonly string[];
  /** When its first migration was applied, as PostgreSQL writes it: that tells installations apart. */
  readonly installedAt: string;
}

/** What every file of pg_dump's custom format begins with. */
const MAGIC = 'PGDMP';
const JOURNAL = 'mikro_orm_migrations';
const MIGRATION_NAME = /\bMigration\d{14}\w+/;

/**
 * Reads the whole of a backup, so that a damaged one is known before anything is touched. Nothing of its rows is kept but their number.
 * Throws CommandFailure where it is none, is damaged, or holds no Laurel database.
 */
export async function readArchive(file: string, call: Omit<ProgramCall, 'name' | 'args'>): Promise<Archive> {
  await assertArchive(file);
  const restore = (...args: string[]) => startProgram({ ...call, name: 'pg_restore', args: [...args, file] });
  const list = restore('--list');
  const head = await headOf(linesOf(list.output));
  await list.ended;
  const data = restore('--data-only', '--schema=public', '--file=-');
  const rows = await countRows(linesOf(data.output));
  await data.ended;
  if (!rows.tables.some(({ table }) => table === 'designation') || rows.migrations.length === 0) {
    throw new CommandFailure(`${file} doesn’t contain a Laurel database.`);
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
      `Can't read ${file}. Check that it exists and that you may read it.`,
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

/** The programs run in UTC. */
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

/** Counts the lines between `COPY public.table …` and `\.`: a line break inside of a value is written as \n there. */
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
