import { withDatabase } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { print } from '#cli/output.ts';
import { pendingMigrations } from '#db/orm.server.ts';

/** `laurel db status`: whether the database can be reached and has every migration; 1 where it lacks one. */
export async function dbStatus(): Promise<ExitCode> {
  const pending = await withDatabase(pendingMigrations);
  if (pending.length === 0) {
    print('The database is up to date.');
    return EXIT.done;
  }
  for (const name of pending) print(`Pending ${name}`);
  print('Run `laurel db migrate`.');
  return EXIT.failed;
}
