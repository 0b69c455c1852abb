import { type Command, Option } from 'commander';
import type { BackupOptions } from '#cli/commands/db-backup.ts';
import type { RestoreOptions } from '#cli/commands/db-restore.ts';
import type { RollbackOptions, SeedOptions } from '#cli/commands/db.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { addChangeOptions, addExamples, addPurposeOption } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel db …`. */
export function addDatabaseCommands(program: Command, run: Run): void {
  const db = program.command('db').description('migrations, sample data, backup, and restore');
  addExamples(
    addChangeOptions(db.command('migrate'))
      .description('apply pending migrations; exits with 0 even if there are none')
      .action(
        run(async (context, options: ChangeOptions) =>
          (await import('#cli/commands/db.ts')).dbMigrate(context, options),
        ),
      ),
    'laurel db migrate',
    'laurel db migrate --dry-run',
  );
  addExamples(
    db
      .command('status')
      .description("check that the database has exactly this build's migrations")
      .option('--all', 'list the applied migrations, too')
      .action(
        run(async (context, options: { readonly all?: boolean }) =>
          (await import('#cli/commands/db.ts')).dbStatus(context, options),
        ),
      ),
    'laurel db status || laurel db migrate',
    'laurel db status --all',
  );
  addExamples(
    addChangeOptions(db.command('rollback'))
      .description(
        'revert all migrations after the given one, to go back to an older version; data in the newer tables and columns is lost',
      )
      .requiredOption('--to <migration>', 'the last migration to keep')
      .action(
        run(async (context, options: RollbackOptions) =>
          (await import('#cli/commands/db.ts')).dbRollback(context, options),
        ),
      ),
    'laurel db rollback --to Migration20261126190000OfficeDigest --dry-run',
  );
  addExamples(
    addChangeOptions(db.command('seed'))
      .description('fill an empty database with sample data')
      .addOption(
        new Option('--size <size>', 'demo, or large: 101,500 designations for benchmarks')
          .choices(['demo', 'large'])
          .default('demo'),
      )
      .action(
        run(async (context, options: SeedOptions) =>
          (await import('#cli/commands/db.ts')).dbSeed(context, options),
        ),
      ),
    'laurel db seed',
    'laurel db seed --size large',
  );
  addBackup(db, run);
}

function addBackup(db: Command, run: Run): void {
  addExamples(
    addPurposeOption(addChangeOptions(db.command('backup')), 'Regular backup')
      .description(
        'write the whole database to a file with pg_dump, while servers keep running; recorded in the disclosure log',
      )
      .option(
        '--keep <number>',
        'keep this many dated backups of the database in the folder, and delete older ones',
      )
      .argument(
        '<file>',
        'the backup file, replaced if it exists; a folder, for a dated file; or - for standard output',
      )
      .action(
        run(async (context, file: string, options: BackupOptions) =>
          (await import('#cli/commands/db-backup.ts')).dbBackup(context, file, options),
        ),
      ),
    'laurel db backup laurel.dump',
    'laurel db backup "/var/backups/laurel-$(date +%F).dump" --quiet',
    'laurel db backup /var/backups/laurel --keep 14 --quiet',
    'laurel db backup before-rollover.dump --purpose "Before the rollover to 2027"',
    'laurel db backup - | gpg --encrypt --recipient office@example.org > laurel.dump.gpg',
  );
  addExamples(
    db
      .command('verify')
      .description(
        "check that a backup is complete, and count the rows in its tables; doesn't need a database",
      )
      .argument('<file>', 'a backup made with `laurel db backup`')
      .action(
        run(async (context, file: string) =>
          (await import('#cli/commands/db-verify.ts')).dbVerify(context, file),
        ),
      ),
    'laurel db verify laurel.dump',
  );
  addExamples(
    addChangeOptions(db.command('restore'))
      .description(
        'replace the whole database with a backup, all or nothing; keeps newer events and disclosures, and all privileges',
      )
      .argument('<file>', 'a backup made with `laurel db backup`')
      .option(
        '--save-log <file>',
        "first write the events and disclosures that aren't in the backup to a new file",
      )
      .action(
        run(async (context, file: string, options: RestoreOptions) =>
          (await import('#cli/commands/db-restore.ts')).dbRestore(context, file, options),
        ),
      ),
    'laurel db restore laurel.dump --dry-run',
    'laurel db restore laurel.dump --yes && laurel db migrate',
    'laurel db restore older.dump --save-log log-before-restore.ndjson',
  );
}
