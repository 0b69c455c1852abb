import { type Command, Option } from 'commander';
import { STATISTICS_GROUP_NAMES, STATISTICS_SORTS } from '#app/schemas/statistics-groups.ts';
import type { StatisticsOptions } from '#cli/commands/statistics.ts';
import { addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel statistics`. */
export function addStatisticsCommand(program: Command, run: Run): void {
  const command = program
    .command('statistics')
    .description(
      "count schools, students, returns, and the days to review and resubmit; shows no students' data",
    );
  addExamples(
    addPageOptions(addStatisticsFilters(command), STATISTICS_SORTS).action(
      run(async (context, options: StatisticsOptions) =>
        (await import('#cli/commands/statistics.ts')).statistics(context, options),
      ),
    ),
    'laurel statistics',
    'laurel statistics --by school --year 2026 --sort returns --limit 20',
    'laurel statistics --by city --format csv > cities.csv',
  );
}

/** Adds --by and --year. */
export function addStatisticsFilters(command: Command): Command {
  return command
    .addOption(new Option('--by <group>', 'what to group by').choices(STATISTICS_GROUP_NAMES).default('year'))
    .option('--year <year>', 'only this academic year');
}
