import { setTimeout as sleep } from 'node:timers/promises';
import { getCommandSettings } from '#app/config/env.server.ts';
import { osAccount } from '#app/config/process-environment.server.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { countOpenEmails } from '#app/domain/installation/installation-state.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withDatabase } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type ChangeOptions, confirmChange } from '#cli/apply-change.server.ts';
import { connectionVariables } from '#cli/postgres/connection-variables.ts';
import { describeArchive, printTables, reportMigrations } from '#cli/postgres/describe-archive.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import { readArchive } from '#cli/postgres/read-archive.server.ts';
import { type Replaced, replaceDatabase } from '#cli/postgres/replace-database.server.ts';
import { readRestoreTarget, type RestoreTarget } from '#cli/postgres/restore-target.server.ts';
import { type RestoredStudent, restoredSentence } from '#cli/postgres/restored-data.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { startProgress } from '#cli/terminal/progress.ts';
import { foundAt, openAtomicFile, type AtomicFile } from '#cli/atomic-file.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { readServerFacts } from '#db/server-facts.server.ts';

const ATTEMPTS = 5;
const RETRY_MS = 200;

const RETURNED: readonly Column<RestoredStudent>[] = [
  { title: 'Year', cell: ({ year }) => year },
  { title: 'Designation', cell: ({ designation }) => designation },
  { title: 'Student', cell: ({ student }) => student },
];

export interface RestoreOptions extends ChangeOptions {
  /** A new file for the events and disclosures that the backup lacks. */
  readonly saveLog?: string;
}

/**
 * `laurel db restore FILE`: replaces the database with a backup in one transaction, if nothing else is connected. Keeps
 * newer events and disclosures, and all privileges.
 *
 * @throws {CommandFailure} when the backup is from a newer Laurel
 * @throws {CommandFailure} when newer log rows can't be kept and --save-log isn't set
 */
export async function dbRestore(
  context: CommandContext,
  file: string,
  options: RestoreOptions,
): Promise<ExitCode> {
  const { databaseUrl, timeZone, postgresPrograms } = getCommandSettings();
  const facts = await withDatabase(readServerFacts);
  const program = {
    programs: await findPostgresPrograms(['pg_restore', 'psql'], facts.major, postgresPrograms),
    variables: connectionVariables(databaseUrl),
    signal: context.signal,
  };
  const archive = await readArchive(file, program);
  const { madeAt, tables } = archive;
  const at = describeArchive(context, file, { archive, timeZone });
  const target = await withDatabase((orm) => readRestoreTarget(orm, archive));
  const refusal = logRefusal(target);
  if (options.dryRun === true) {
    await printTables(context, archive, timeZone);
    reportOpenConnections(context, facts.otherConnections);
    if (refusal !== null) context.say(refusal);
    reportMigrations(context, archive);
    context.say('Nothing has changed yet.');
    return EXIT.done;
  }
  if (refusal !== null && options.saveLog === undefined) throw new CommandFailure(refusal);
  if (!target.isEmpty) {
    if (options.yes !== true) reportOpenConnections(context, await otherConnections());
    await confirmChange(
      context,
      options,
      `Replace everything in the database ${facts.database} with the backup from ${at}?`,
    );
  }
  await assertNoOtherConnections();
  const log = {
    exists: target.hasLog && !target.isEmpty,
    isMerged: refusal === null,
    isSaved: options.saveLog !== undefined,
  };
  const saved = log.exists && options.saveLog !== undefined ? await openLogFile(options.saveLog) : null;
  const progress = startProgress(context, { what: 'Restoring (bytes)', total: null });
  try {
    const replacement = {
      ...{ file, log, onBytes: progress.advance },
      event: { backupOf: madeAt, ...osAccount() },
      save: async (line: string) => saved?.handle.appendFile(`${line}\n`),
      beforeCommit: async () => saved?.finish(),
    };
    const replaced = await context.withCleanup(() => replaceDatabase(replacement, program));
    progress.done();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    context.say(`Restored ${counted(rows, 'row')}. Everyone has to sign in again.`);
    reportLog(context, replaced, saved === null ? null : (options.saveLog ?? null), log.isMerged);
    for (const note of replaced.notes) context.say(note);
    reportMigrations(context, archive);
    await reportRestored(context, replaced, timeZone);
  } finally {
    progress.done();
    await saved?.discard();
  }
  await withDatabase((orm) => reportWaitingEmails(context, orm));
  return EXIT.done;
}

/** Returns why newer events and disclosures can't be added to the backup; null if they can. */
function logRefusal({ isEmpty, hasLog, newerMigrations, isSameInstallation }: RestoreTarget): string | null {
  if (isEmpty || !hasLog) return null;
  const why = !isSameInstallation
    ? 'The backup is from another installation'
    : newerMigrations > 0
      ? `The backup is ${counted(newerMigrations, 'migration')} behind the database`
      : null;
  if (why === null) return null;
  return `${why}, so this database's newer events and disclosures can't be added to it. Use --save-log FILE to write them to a file first.`;
}

async function openLogFile(file: string): Promise<AtomicFile> {
  if ((await foundAt(file)) !== null) {
    throw new CommandFailure(`--save-log ${file}: This file already exists. Choose a new name.`, EXIT.usage);
  }
  return openAtomicFile(file);
}

function reportLog(
  context: CommandContext,
  { newer }: Replaced,
  file: string | null,
  isMerged: boolean,
): void {
  const [events, disclosures] = newer;
  if (events + disclosures === 0) return;
  const what = `${counted(events, 'event')} and ${counted(disclosures, 'disclosure')} that aren't in the backup`;
  if (file !== null) context.say(`${file} now contains ${what}.`);
  if (isMerged) context.say(`Kept ${what}.`);
}

/** Lists students whose purged data was restored, by ID only, and says what else was. */
async function reportRestored(
  context: CommandContext,
  { returned, returnedTexts }: Replaced,
  timeZone: string,
): Promise<void> {
  if (returned.length > 0) {
    await printList(context, { columns: RETURNED, pages: onePage(returned), timeZone, empty: '' });
  }
  const thisYear = Number(zonedDay(new Date(), timeZone).slice(0, 4));
  const sentence = restoredSentence(returned, returnedTexts, thisYear);
  if (sentence !== null) context.say(sentence);
}

function reportOpenConnections(context: CommandContext, connections: number): void {
  if (connections > 0) context.say(inUseSentence(connections));
}

async function assertNoOtherConnections(): Promise<void> {
  const connections = await otherConnections();
  if (connections > 0) throw new CommandFailure(inUseSentence(connections));
}

/** Checks repeatedly, because closed connections, including our own, stay listed for a moment. */
function otherConnections(): Promise<number> {
  return withDatabase(async (orm) => {
    for (let attempt = 1; ; attempt += 1) {
      const { otherConnections: connections } = await readServerFacts(orm);
      if (connections === 0 || attempt === ATTEMPTS) return connections;
      await sleep(RETRY_MS);
    }
  });
}

function inUseSentence(connections: number): string {
  const are = plural(connections, 'connection is', 'connections are');
  return `${connections} other ${are} using the database. Stop the servers, workers, and other programs first, then restore.`;
}

/** Warns about queued emails in the backup, because most were probably sent since then. */
async function reportWaitingEmails(context: CommandContext, orm: Orm): Promise<void> {
  const waiting = await countOpenEmails(orm.em.fork());
  if (waiting === 0) return;
  context.say(
    `${counted(waiting, 'email in the restored outbox', 'emails in the restored outbox')} will be sent when a server or worker starts, possibly for the second time.`,
  );
}
