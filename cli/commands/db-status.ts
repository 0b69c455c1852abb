import type { Call } from '#cli/call.ts';
import { withDatabase } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { pendingMigrations } from '#db/migrate.server.ts';

/** `laurel db status`: whether the database can be reached and has every migration; 1 where it lacks one. */
export async function dbStatus(call: Call): Promise<ExitCode> {
  const pending = await withDatabase(pendingMigrations);
  if (pending.length === 0) {
    call.say('The database is up to date.');
    return EXIT.done;
  }
  await call.write(pending.map((name) => `Pending ${name}\n`).join(''));
  call.say('Run `laurel db migrate`.');
  return EXIT.failed;
}
