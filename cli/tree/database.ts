import { type Command, Option } from 'commander';
import type { SeedSize } from '#cli/commands/db-seed.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** `laurel db …` */
export function addDatabaseCommands(program: Command, run: Run): void {
  const db = program.command('db').description('the database');
  addExamples(
    db
      .command('migrate')
      .description('bring the database up to this build')
      .action(run(async (call) => (await import('#cli/commands/db-migrate.ts')).dbMigrate(call))),
    'laurel db migrate',
  );
  addExamples(
    db
      .command('status')
      .description('whether the database has every migration')
      .action(run(async (call) => (await import('#cli/commands/db-status.ts')).dbStatus(call))),
    'laurel db status || laurel db migrate',
  );
  addExamples(
    db
      .command('seed')
      .description('fill an empty database with invented data')
      .addOption(
        new Option('--size <size>', 'a demo to look around in, or 101,500 designations to measure with')
          .choices(['demo', 'large'])
          .default('demo'),
      )
      .action(
        run(async (call, { size }: { size: SeedSize }) =>
          (await import('#cli/commands/db-seed.ts')).dbSeed(call, size),
        ),
      ),
    'laurel db seed',
    'laurel db seed --size large',
  );
}
