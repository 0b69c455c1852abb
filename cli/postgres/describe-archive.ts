import { counted } from '#app/lib/text/counted.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { CommandFailure } from '#cli/command-failure.ts';
import type { CommandContext } from '#cli/command-context.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { pendingMigrations, unknownMigrations } from '#db/migrations/compared-migrations.ts';
import type { Archive } from './read-archive.server.ts';

const COLUMNS: readonly Column<Archive['tables'][number]>[] = [
  { title: 'Table', cell: ({ table }) => table },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => rows },
];

/**
 * Says when and from which versions a backup was made. Returns the time as shown.
 *
 * @throws {CommandFailure} when it was made by a newer Laurel
 */
export function describeArchive(
  context: CommandContext,
  file: string,
  { archive, timeZone }: { readonly archive: Archive; readonly timeZone: string },
): string {
  const { madeAt, serverVersion, migrations } = archive;
  const at = formatInZone(madeAt, context.isUtc ? 'UTC' : timeZone);
  context.say(
    `This backup is from ${at} (PostgreSQL ${serverVersion}, ${counted(migrations.length, 'migration')}, the latest ${migrations.at(-1) ?? ''}).`,
  );
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0) {
    throw new CommandFailure(
      `${file} was made by a newer version of Laurel (it includes ${unknown.join(', ')}). Restore it with that version.`,
    );
  }
  return at;
}

/** Prints the number of rows of each table. */
export function printTables(
  context: CommandContext,
  { tables }: Archive,
  timeZone: string,
): Promise<unknown> {
  return printList(context, {
    columns: COLUMNS,
    pages: onePage(tables),
    timeZone,
    empty: 'The backup has no tables.',
  });
}

/** Says whether a restored backup needs migrations. */
export function reportMigrations(context: CommandContext, { migrations }: Archive): void {
  const pending = pendingMigrations(migrations).length;
  if (pending === 0) return;
  context.say(
    `The backup is ${counted(pending, 'migration')} behind this build. After restoring it, run \`laurel db migrate\`.`,
  );
}
