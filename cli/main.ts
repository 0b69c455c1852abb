import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { EXIT } from './command-failure.ts';
import type { SeedSize } from './commands/db-seed.ts';
import { projectRoot } from './project-root.ts';

/** How long a command whose work is done may take to let go of what it held open. */
const LINGER_MS = 100;

interface GlobalOptions {
  readonly debug?: boolean;
}

const program = new Command('laurel');

/** Makes a command's result its exit code; its module is loaded only when it is called. */
function run<Arguments extends unknown[]>(command: (...args: Arguments) => Promise<number>) {
  return async (...args: Arguments): Promise<void> => {
    end(await command(...args));
  };
}

program
  .description(
    'The scholars award designations: the server, and the command line for administrators and cron.',
  )
  .option('--debug', 'show the cause of a failure')
  .exitOverride()
  .configureHelp({ showGlobalOptions: true });

program
  .command('serve')
  .description('serve the built application, configured by environment variables')
  .action(run(async () => (await import('./commands/serve.ts')).serve()));

program
  .command('demo')
  .description('serve the built application with a database and data of its own, for a look around')
  .action(run(async () => (await import('./commands/demo.ts')).demo()));

program
  .command('dev', { hidden: true })
  .description('serve the sources with hot reload')
  .action(run(async () => (await import('./commands/dev.ts')).dev()));

const db = program.command('db').description('the database');
db.command('migrate')
  .description('bring the database up to this build')
  .action(run(async () => (await import('./commands/db-migrate.ts')).dbMigrate()));
db.command('status')
  .description('whether the database has every migration')
  .action(run(async () => (await import('./commands/db-status.ts')).dbStatus()));
db.command('seed')
  .description('fill an empty database with invented data')
  .addOption(
    new Option('--size <size>', 'a demo to look around in, or 101,500 designations to measure with')
      .choices(['demo', 'large'])
      .default('demo'),
  )
  .action(run(async ({ size }: { size: SeedSize }) => (await import('./commands/db-seed.ts')).dbSeed(size)));

const users = program.command('users').description('accounts');
users
  .command('create')
  .description('make an account, for instance of the first administrator')
  .argument('<email>', 'the address that signs in')
  .requiredOption('--first <name>', 'first name')
  .requiredOption('--last <name>', 'last name')
  .requiredOption('--phone <number>', 'phone, like "(907) 555-0123"')
  .option('--admin', 'an administrator')
  .action(
    run(async (email: string, options: { first: string; last: string; phone: string; admin?: boolean }) =>
      (await import('./commands/users-create.ts')).usersCreate(email, options),
    ),
  );

const settingsFile = path.join(projectRoot(), '.env');
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);

try {
  await program.parseAsync();
} catch (error) {
  await fail(error);
}

/** Commander has said itself what is wrong with a call; anything else gets its sentence. */
async function fail(error: unknown): Promise<void> {
  if (error instanceof CommanderError) {
    end(error.exitCode === 0 ? EXIT.done : EXIT.usage);
    return;
  }
  const { failureCause, failureSentence } = await import('./failure-sentence.ts');
  process.stderr.write(`${failureSentence(error)}\n`);
  if (program.opts<GlobalOptions>().debug === true) process.stderr.write(`${failureCause(error)}\n`);
  const isFailure = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
  end(isFailure ? Number(error.exitCode) : EXIT.failed);
}

function end(exitCode: number): void {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(exitCode), LINGER_MS).unref();
}
