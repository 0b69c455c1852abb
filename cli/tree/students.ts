import type { Command } from 'commander';
import type { PurgeOptions } from '#cli/commands/retention-purge.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel report`, `laurel students …`, and `laurel retention …`. */
export function addStudentCommands(program: Command, run: Run): void {
  addExamples(
    program
      .command('report')
      .description('list every active school and the state of its designation')
      .option('--year <number>', 'the academic year (default: the active one)')
      .action(
        run(async (context, options: { year?: string }) =>
          (await import('#cli/commands/report.ts')).report(context, options),
        ),
      ),
    'laurel report',
    'laurel report --year 2025 --format csv > 2025.csv',
  );
  addExamples(
    program
      .command('students')
      .description("who obtained students' data")
      .command('disclosures')
      .description("show who obtained a student's data, when, and why (34 CFR 99.32)")
      .argument('<id>', "the student's ID, as shown in the exports")
      .action(
        run(async (context, id: string) =>
          (await import('#cli/commands/students-disclosures.ts')).studentsDisclosures(context, id),
        ),
      ),
    'laurel students disclosures 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
  addExamples(
    addChangeOptions(
      program
        .command('retention')
        .description("the removal of students' data from past years")
        .command('purge'),
    )
      .description(
        "remove students' personal data and all messages and notes from old years that are closed; changes nothing until you confirm or add --yes",
      )
      .requiredOption(
        '--older-than <years>',
        'the age in years: 7y means closed years more than 7 years before the current calendar year',
      )
      .action(
        run(async (context, options: PurgeOptions) =>
          (await import('#cli/commands/retention-purge.ts')).retentionPurge(context, options),
        ),
      ),
    'laurel retention purge --older-than 7y',
    'laurel retention purge --older-than 7y --yes',
  );
}
