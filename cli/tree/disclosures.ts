import type { Command } from 'commander';
import type { VerifyOptions, DisclosureExportOptions } from '#cli/commands/disclosures.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel disclosures …`. */
export function addDisclosureCommands(program: Command, run: Run): void {
  const disclosures = program
    .command('disclosures')
    .description("the disclosure log's hash chain, which reveals tampering");
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
