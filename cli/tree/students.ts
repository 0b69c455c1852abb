import type { Command } from 'commander';
import type { PurgeOptions } from '#cli/commands/retention-purge.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** `laurel report`, `laurel students …` and `laurel retention …` */
export function addStudentCommands(program: Command, run: Run): void {
  addExamples(
    program
      .command('report')
      .description('who has answered: every active school, and how far it is')
      .option('--year <number>', 'the academic year, by default the active one')
      .action(
        run(async (call, options: { year?: string }) =>
          (await import('#cli/commands/report.ts')).report(call, options),
        ),
      ),
    'laurel report',
    'laurel report --year 2025 --format csv > 2025.csv',
  );
  addExamples(
    program
      .command('students')
      .description('students')
      .command('disclosures')
      .description("who obtained a student's data, when and why (34 CFR 99.32)")
      .argument('<id>', "the student's id, as the exports hold it")
      .action(
        run(async (call, id: string) =>
          (await import('#cli/commands/students-disclosures.ts')).studentsDisclosures(call, id),
        ),
      ),
    'laurel students disclosures 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
  addExamples(
    addChangeOptions(program.command('retention').description('how long data is kept').command('purge'))
      .description("remove students' personal data of old closed years; a dry run unless --yes")
      .requiredOption('--older-than <years>', 'like 7y: years whose number is more than 7 below this one')
      .action(
        run(async (call, options: PurgeOptions) =>
          (await import('#cli/commands/retention-purge.ts')).retentionPurge(call, options),
        ),
      ),
    'laurel retention purge --older-than 7y',
    'laurel retention purge --older-than 7y --yes',
  );
}
