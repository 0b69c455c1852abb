import path from 'node:path';
import { z } from 'zod';
import { getCommandSettings } from '#app/config/env.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { byteSize, foundAt, writeAtomicFile } from '#cli/atomic-file.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices, withDatabase } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { failureSentence } from '#cli/failure-sentence.ts';
import { isStdoutDiscarded } from '#cli/output-target.server.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { connectionVariables } from '#cli/postgres/connection-variables.ts';
import { datedName, listOlderBackups, removeBackups } from '#cli/postgres/dated-backups.server.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import { SIGN_IN_TABLES } from '#cli/postgres/restore-target.server.ts';
import { type ProgramCall, startProgram } from '#cli/postgres/run-program.server.ts';
import { startProgress } from '#cli/terminal/progress.ts';
import { BrokenPipe } from '#cli/command-output.ts';
import { appliedMigrations } from '#db/migration-state.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { readServerFacts, type ServerFacts } from '#db/server-facts.server.ts';

/** The file name that means standard output. */
const STDOUT = '-';
const PROGRESS_INTERVAL_MS = 200;

export interface BackupOptions extends ChangeOptions {
  /** How many dated backups to keep in the folder. */
  readonly keep?: string;
}

const KeepSchema = z.object({
  keep: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'Enter how many backups to keep, at least 1.')
    .transform(Number)
    .optional(),
});

/** Where a backup goes, and which older ones are deleted after it's complete. */
interface BackupTarget {
  /** A path, or - for standard output. */
  readonly file: string;
  readonly older: () => Promise<readonly string[]>;
}

/**
 * `laurel db backup FILE`: logs a disclosure, then writes a consistent snapshot in pg_dump's custom format. With --keep,
 * it then deletes older dated backups.
 *
 * @throws {CommandFailure} when it can't be recorded, made, or written
 */
export async function dbBackup(
  context: CommandContext,
  destination: string,
  { keep: typedKeep, dryRun }: BackupOptions,
): Promise<ExitCode> {
  if (destination === STDOUT && context.streams.stdout.isTTY === true) {
    throw new CommandFailure(
      "A backup can't be written to a terminal. Name a file or use a pipe.",
      EXIT.usage,
    );
  }
  if (destination === STDOUT && (await isStdoutDiscarded(context))) {
    throw new CommandFailure('Nothing is reading standard output. Name a file or use a pipe.', EXIT.usage);
  }
  const { databaseUrl, postgresPrograms } = getCommandSettings();
  const { major, database } = await withDatabase(serverOfLaurel);
  const { keep } = parseFields(KeepSchema, { keep: typedKeep }, { keep: `--keep ${typedKeep ?? ''}` });
  const { file, older } = await chooseTarget(destination, { keep, database });
  const dump = {
    programs: await findPostgresPrograms(['pg_dump'], major, postgresPrograms),
    name: 'pg_dump' as const,
    args: [
      ...['--format=custom', '--schema=public', '--no-password'],
      ...SIGN_IN_TABLES.map((table) => `--exclude-table-data=public.${table}`),
    ],
    variables: connectionVariables(databaseUrl),
  };
  if (dryRun === true) {
    context.say(
      `Would back up the database with pg_dump ${dump.programs.version}. Nothing was written or recorded.`,
    );
    for (const name of await older()) context.say(`Would delete ${name}.`);
    return EXIT.done;
  }
  const students = await record(context);
  const { signal } = context;
  const bytes = await context.withCleanup(() =>
    file === STDOUT
      ? dumpToReader(context, { ...dump, signal })
      : dumpToFile(context, file, { ...dump, signal }),
  );
  context.say(
    `Backed up ${byteSize(bytes)} with pg_dump ${dump.programs.version}${file === STDOUT ? '' : ` to ${file}`}. The backup contains the data of ${counted(students, 'student')} and was recorded in the disclosure log. Keep it safe.`,
  );
  return removeOlder(context, path.dirname(file), await older());
}

/** @throws {CommandFailure} when --keep has no folder */
async function chooseTarget(
  destination: string,
  { keep, database }: { readonly keep: number | undefined; readonly database: string },
): Promise<BackupTarget> {
  const isFolder =
    destination !== STDOUT && (await foundAt(destination).catch(() => null))?.isDirectory() === true;
  if (keep !== undefined && !isFolder) {
    throw new CommandFailure(
      `${destination}: --keep needs an existing folder to write dated files to.`,
      EXIT.usage,
    );
  }
  if (!isFolder) return { file: destination, older: () => Promise.resolve([]) };
  const name = datedName(database, new Date());
  return {
    file: path.join(destination, name),
    older: () =>
      keep === undefined ? Promise.resolve([]) : listOlderBackups(destination, { database, keep, name }),
  };
}

async function removeOlder(
  context: CommandContext,
  folder: string,
  older: readonly string[],
): Promise<ExitCode> {
  const { removed, failed } = await removeBackups(folder, older);
  if (removed.length > 0)
    context.say(`Deleted ${counted(removed.length, 'older backup')}: ${removed.join(', ')}.`);
  if (failed.length === 0) return EXIT.done;
  throw new CommandFailure(
    `The backup is complete, but ${failed.join(', ')} in ${folder} couldn't be deleted. Check the folder's permissions.`,
    EXIT.partlyDone,
  );
}

/** Commits the disclosure before pg_dump starts. */
async function record(context: CommandContext): Promise<number> {
  try {
    return await withServices(context, (ctx) => recordBackup(ctx, context.statedPurpose));
  } catch (error) {
    const why = failureSentence(error);
    throw new CommandFailure(
      `Couldn't record the backup in the disclosure log, so no backup was made. ${why}`,
      undefined,
      { cause: error },
    );
  }
}

/** Rejects other databases, because `laurel db restore` couldn't restore them. */
async function serverOfLaurel(orm: Orm): Promise<ServerFacts> {
  const facts = await readServerFacts(orm);
  if ((await appliedMigrations(orm)).length > 0) return facts;
  throw new CommandFailure(
    `The database ${facts.database} has no Laurel tables. Check DATABASE_URL, or run \`laurel db migrate\`.`,
  );
}

function dumpToFile(context: CommandContext, file: string, dump: ProgramCall): Promise<number> {
  return writeAtomicFile(file, async (handle) => {
    const size = async () => (await handle.stat()).size;
    const progress = startProgress(context, { what: 'Backing up (bytes)', total: null });
    let reportedAt = 0;
    const reporting = setInterval(() => {
      void size().then((bytes) => {
        progress.advance(bytes - reportedAt);
        reportedAt = bytes;
      });
    }, PROGRESS_INTERVAL_MS);
    try {
      await startProgram({ ...dump, writesTo: handle.fd }).ended;
      return await size();
    } finally {
      clearInterval(reporting);
      progress.done();
    }
  });
}

/** Returns the number of bytes written. A closed pipe is a failure here, because the backup is incomplete. */
async function dumpToReader(context: CommandContext, dump: ProgramCall): Promise<number> {
  const brokenPipe = new AbortController();
  const signal = AbortSignal.any([dump.signal, brokenPipe.signal]);
  const { output, ended } = startProgram({ ...dump, signal });
  let bytes = 0;
  try {
    for await (const chunk of output ?? []) {
      await context.write(chunk as Buffer);
      bytes += (chunk as Buffer).byteLength;
    }
  } catch (error) {
    brokenPipe.abort();
    await ended.catch(() => undefined);
    if (!(error instanceof BrokenPipe)) throw error;
    throw new CommandFailure(
      'The program that reads the backup stopped before the backup was complete.',
      undefined,
      {
        cause: error,
      },
    );
  }
  await ended;
  return bytes;
}
