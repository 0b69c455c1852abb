import type { Command } from 'commander';
import type { LogListOptions } from '#cli/commands/audit.ts';
import type { VerifyOptions, DisclosureExportOptions } from '#cli/commands/disclosures.ts';
import { addLogOptions } from './audit.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel disclosures …`. */
export function addDisclosureCommands(program: Command, run: Run): void {
  const disclosures = program
    .command('disclosures')
    .description("who obtained students' data, and the log's hash chain, which reveals tampering");
  addExamples(
    addLogOptions(
      disclosures.command('list').description("list disclosures, newest first; shows no students' data"),
      "a student's ID, as shown in the exports, or a school's ID, banner code, or name; a designation's ID finds nothing",
    ).action(
      run(async (context, options: LogListOptions) =>
        (await import('#cli/commands/audit.ts')).logList(context, 'DISCLOSURE', options),
      ),
    ),
    'laurel disclosures list --since 2026-10-01 --until 2026-10-31 --format csv > october.csv',
  );
  addExamples(
    disclosures
      .command('verify')
      .description('recalculate the hash chain, and report changed or removed disclosures')
      .option(
        '--expect <head>',
        'position:hash from an earlier verify; also detects whether the newest entries were removed',
      )
      .action(
        run(async (context, options: VerifyOptions) =>
          (await import('#cli/commands/disclosures.ts')).disclosuresVerify(context, options),
        ),
      ),
    'laurel disclosures verify',
  );
  addExamples(
    disclosures
      .command('export')
      .description('print the entries of the hash chain, to keep them elsewhere; students appear only as IDs')
      .option('--after <position>', 'only entries after this position')
      .action(
        run(async (context, options: DisclosureExportOptions) =>
          (await import('#cli/commands/disclosures.ts')).disclosuresExport(context, options),
        ),
      ),
    'laurel disclosures export --after 1200 --format ndjson >> disclosures.ndjson',
  );
}
