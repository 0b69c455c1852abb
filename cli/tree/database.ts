import { type Command, Option } from 'commander';
import type { SeedSize } from '#cli/commands/db-seed.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { addChangeOptions, addExamples } from './options.ts';
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
  addBackup(db, run);
}

function addBackup(db: Command, run: Run): void {
  addExamples(
    db
      .command('backup')
      .description('write the whole database to a file, by pg_dump, while the servers go on')
      .argument('<file>', 'replaced where it exists; - is standard output')
      .action(
        run(async (call, file: string) => (await import('#cli/commands/db-backup.ts')).dbBackup(call, file)),
      ),
    'laurel db backup laurel.dump',
    'laurel db backup "/var/backups/laurel-$(date +%F).dump" --quiet',
    'laurel db backup - | gpg --encrypt --recipient office@example.org > laurel.dump.gpg',
  );
  addExamples(
    addChangeOptions(db.command('restore'))
      .description('replace everything in the database by a backup, or nothing where that fails')
      .argument('<file>', 'a backup of `laurel db backup`')
      .action(
        run(async (call, file: string, options: ChangeOptions) =>
          (await import('#cli/commands/db-restore.ts')).dbRestore(call, file, options),
        ),
      ),
    'laurel db restore laurel.dump --dry-run',
    'laurel db restore laurel.dump --yes && laurel db migrate',
  );
}
