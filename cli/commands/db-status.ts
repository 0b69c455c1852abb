import type { CommandContext } from '#cli/command-context.ts';
import { withDatabase } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { newerSchemaSentence } from '#db/migrations/compared-migrations.ts';
import { migrationState } from '#db/migrate.server.ts';

/** `laurel db status`: exits with 0 if the database has exactly the migrations of this build, otherwise with 1. */
export async function dbStatus(context: CommandContext): Promise<ExitCode> {
  const { pending, unknown } = await withDatabase(migrationState);
  if (pending.length + unknown.length === 0) {
    context.say('The database is up to date.');
    return EXIT.done;
  }
  const lines = [
    ...pending.map((name) => `Pending ${name}\n`),
    ...unknown.map((name) => `Unknown ${name}\n`),
  ];
  await context.write(lines.join(''));
  context.say(unknown.length > 0 ? newerSchemaSentence(unknown) : 'Run `laurel db migrate`.');
  return EXIT.failed;
}
