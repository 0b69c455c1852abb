import { getCommandSettings } from '#app/config/env.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { print } from '#cli/output.ts';
import { migrateUp } from '#db/orm.server.ts';

/** `laurel db migrate`: brings the database up to this build. Run it again and it has nothing to do, which is as good. */
export async function dbMigrate(): Promise<ExitCode> {
  const applied = await migrateUp(getCommandSettings().databaseUrl);
  for (const name of applied) print(`Applied ${name}`);
  print(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return EXIT.done;
}
