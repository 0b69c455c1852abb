import { getCommandSettings } from '#app/config/env.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withDatabase } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { migrateUp, migrationState } from '#db/migrate.server.ts';
import { NewerSchema } from '#db/migrations/compared-migrations.ts';
import { encodingError, readServerFacts } from '#db/server-facts.server.ts';

/** `laurel db migrate`: applies pending migrations. Exits with 0 even if there are none, for use in deployments. */
export async function dbMigrate(context: CommandContext, { dryRun }: ChangeOptions): Promise<ExitCode> {
  const error = encodingError(await withDatabase(readServerFacts));
  if (error !== null) throw new CommandFailure(error);
  if (dryRun === true) return reportPending(context);
  const applied = await migrateUp(getCommandSettings().databaseUrl);
  await context.write(applied.map((name) => `Applied ${name}\n`).join(''));
  context.say(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return EXIT.done;
}

async function reportPending(context: CommandContext): Promise<ExitCode> {
  const { pending, unknown } = await withDatabase(migrationState);
  if (unknown.length > 0) throw new NewerSchema(unknown);
  await context.write(pending.map((name) => `Would apply ${name}\n`).join(''));
  context.say(pending.length === 0 ? 'The database is up to date.' : 'Nothing has been changed yet.');
  return EXIT.done;
}
