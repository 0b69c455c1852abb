import { getCommandSettings } from '#app/config/env.server.ts';
import type { Call } from '#cli/call.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { migrateUp } from '#db/migrate.server.ts';

/** `laurel db migrate`: brings the database up to this build. Run it again and it has nothing to do, which is as good. */
export async function dbMigrate(call: Call): Promise<ExitCode> {
  const applied = await migrateUp(getCommandSettings().databaseUrl);
  await call.write(applied.map((name) => `Applied ${name}\n`).join(''));
  call.say(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return EXIT.done;
}
