import { getOfflineSettings } from '#app/config/env.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { describeArchive, printTables, reportMigrations } from '#cli/postgres/describe-archive.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import { readArchive } from '#cli/postgres/read-archive.server.ts';

/**
 * `laurel db verify FILE`: reads a whole backup with pg_restore, without a database, and counts the rows of its tables.
 *
 * @throws {CommandFailure} when it isn't a backup of Laurel, is damaged, or is from a newer Laurel
 */
export async function dbVerify(context: CommandContext, file: string): Promise<ExitCode> {
  const { timeZone, postgresPrograms } = getOfflineSettings();
  const archive = await readArchive(file, {
    programs: await findPostgresPrograms(['pg_restore'], null, postgresPrograms),
    variables: { LC_ALL: 'C', TZ: 'UTC' },
    signal: context.signal,
  });
  describeArchive(context, file, { archive, timeZone });
  await printTables(context, archive, timeZone);
  reportMigrations(context, archive);
  const rows = archive.tables.reduce((sum, table) => sum + table.rows, 0);
  context.say(
    `The backup is complete: ${counted(rows, 'row')} in ${counted(archive.tables.length, 'table')}.`,
  );
  return EXIT.done;
}
