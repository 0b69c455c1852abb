import type { Command } from 'commander';
import { CRITERIA, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { DesignationListOptions } from '#cli/commands/designations-list.ts';
import { addExamples, addPageOptions, repeatable } from './options.ts';
import type { Run } from './runner.ts';

/** Of `DESIGNATION_SORTS`, whose module loads more than the tree may. */
const SORTS = ['highSchool', 'year', 'criteria', 'status', 'updatedAt', 'downloadedAt'];

/** `laurel designations …` */
export function addDesignationCommands(program: Command, run: Run): void {
  const designations = program.command('designations').description('designations and their review');
  addExamples(
    addPageOptions(addDesignationFilters(designations.command('list')), SORTS)
      .description('the designations that a filter finds')
      .action(
        run(async (call, options: DesignationListOptions) =>
          (await import('#cli/commands/designations-list.ts')).designationsList(call, options),
        ),
      ),
    'laurel designations list --year 2026 --status PENDING RETURNED',
    'laurel designations list --high-school "Aurora High" --sort year --format json',
  );
  addExamples(
    designations
      .command('show')
      .description('one designation; as JSON with its students')
      .argument('<id>', 'its id')
      .action(
        run(async (call, id: string) =>
          (await import('#cli/commands/designations-show.ts')).designationsShow(call, id),
        ),
      ),
    'laurel designations show 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
}

/** The filters of the list of designations, its downloads and its decisions. */
function addDesignationFilters(command: Command): Command {
  return command
    .option('--year <number>', 'the academic year')
    .option('--high-school <school>', 'the school by id, banner code or name')
    .addOption(repeatable('--criteria', 'how students were ranked; several mean any of them', CRITERIA))
    .addOption(repeatable('--status', 'several mean any of them', DESIGNATION_STATUSES))
    .option('--before-date <date>', 'changed on this day or instant or before')
    .option('--after-date <date>', 'changed on this day or instant or after')
    .option('--no-download-date', 'never downloaded')
    .option('--download-before-date <date>', 'last downloaded then or before')
    .option('--download-after-date <date>', 'last downloaded then or after');
}
