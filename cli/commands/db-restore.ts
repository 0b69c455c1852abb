import { setTimeout as sleep } from 'node:timers/promises';
import { getCommandSettings } from '#app/config/env.server.ts';
import { counted } from '#app/lib/counted.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import type { Call } from '#cli/call.ts';
import { withDatabase } from '#cli/command-context.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type ChangeOptions, confirmChange } from '#cli/confirm.ts';
import { connectionVariables } from '#cli/postgres/connection-variables.ts';
import { findPostgresPrograms } from '#cli/postgres/postgres-programs.server.ts';
import { type Archive, readArchive } from '#cli/postgres/read-archive.server.ts';
import { replaceDatabase } from '#cli/postgres/replace-database.server.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { startProgress } from '#cli/terminal/progress.ts';
import { lackingMigrations, unknownMigrations } from '#db/migrations/compared-migrations.ts';
import type { Orm } from '#db/orm.server.ts';
import { readServerFacts, type ServerFacts } from '#db/server-facts.server.ts';

const LOOKS = 5;
const LOOK_AGAIN_MS = 200;

const COLUMNS: readonly Column<Archive['tables'][number]>[] = [
  { title: 'Table', cell: ({ table }) => table },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => rows },
];

/**
 * `laurel db restore FILE`: replaces everything in the database by a backup, in one transaction: what fails or is interrupted leaves the
 * database as it was. Nobody may be connected to it, and a backup of a newer Laurel is refused.
 */
export async function dbRestore(call: Call, file: string, options: ChangeOptions): Promise<ExitCode> {
  const { databaseUrl, timeZone, postgresPrograms } = getCommandSettings();
  const facts = await withDatabase(readServerFacts);
  const program = {
    programs: await findPostgresPrograms(['pg_restore', 'psql'], facts.major, postgresPrograms),
    variables: connectionVariables(databaseUrl),
    signal: call.signal,
  };
  const archive = await readArchive(file, program);
  const { madeAt, serverVersion, migrations, tables } = archive;
  const at = formatInZone(madeAt, call.isUtc ? 'UTC' : timeZone);
  call.say(
    `A backup of ${at}, of PostgreSQL ${serverVersion}, with ${counted(migrations.length, 'migration', 'migrations')} up to ${migrations.at(-1) ?? ''}.`,
  );
  assertKnown(file, archive);
  if (options.dryRun === true) {
    await printList(call, {
      columns: COLUMNS,
      pages: onePage(tables),
      timeZone,
      empty: 'It holds no table.',
    });
    tellWhatIsInTheWay(call, facts);
    tellMigrations(call, archive);
    call.say('Nothing was changed: a dry run.');
    return EXIT.done;
  }
  await confirmChange(
    call,
    options,
    `Replace everything in the database ${facts.database} by the backup of ${at}?`,
  );
  await assertNobodyElse();
  const progress = startProgress(call, { what: 'Restoring, bytes', total: null });
  try {
    await call.endingCleanly(() => replaceDatabase(file, program, progress.advance));
  } finally {
    progress.done();
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  call.say(`Restored ${counted(rows, 'row', 'rows')}. Everybody has to sign in again.`);
  tellMigrations(call, archive);
  await withDatabase((orm) => tellWaitingMail(call, orm));
  return EXIT.done;
}

function assertKnown(file: string, { migrations }: Archive): void {
  const unknown = unknownMigrations(migrations);
  if (unknown.length === 0) return;
  throw new CommandFailure(
    `${file} is of a newer Laurel, which has ${unknown.join(', ')}: restore it with that version.`,
  );
}

function tellMigrations(call: Call, { migrations }: Archive): void {
  const lacking = lackingMigrations(migrations).length;
  if (lacking === 0) return;
  call.say(
    `It is older than this build by ${counted(lacking, 'migration', 'migrations')}: run \`laurel db migrate\` after the restore.`,
  );
}

function tellWhatIsInTheWay(call: Call, { otherConnections }: ServerFacts): void {
  if (otherConnections > 0) call.say(inTheWay(otherConnections));
}

/** Looks several times: connections that were closed, our own among them, are listed for some moments longer. */
async function assertNobodyElse(): Promise<void> {
  await withDatabase(async (orm) => {
    for (let looks = 1; ; looks += 1) {
      const { otherConnections } = await readServerFacts(orm);
      if (otherConnections === 0) return;
      if (looks === LOOKS) throw new CommandFailure(inTheWay(otherConnections));
      await sleep(LOOK_AGAIN_MS);
    }
  });
}

function inTheWay(connections: number): string {
  const are = connections === 1 ? 'connection uses' : 'connections use';
  return `${connections} other ${are} the database: stop the servers, workers and others first, then restore.`;
}

/** What waited in the outbox at that time has most likely left since. */
async function tellWaitingMail(call: Call, orm: Orm): Promise<void> {
  const [row] = await orm.em
    .fork()
    .execute<{ waiting: number }[]>(
      `select count(*)::int as waiting from outbox_mail where state in ('QUEUED', 'SENDING', 'DEFERRED')`,
    );
  const waiting = row?.waiting ?? 0;
  if (waiting === 0) return;
  call.say(
    `${counted(waiting, 'mail waits', 'mails wait')} in the outbox of that time and will leave, perhaps once more, when a server or worker starts.`,
  );
}
