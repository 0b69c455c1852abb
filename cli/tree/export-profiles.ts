import type { Command } from 'commander';
import type { SaveProfileOptions } from '#cli/commands/export-profiles.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

const NAME = ['<name>', "the profile's name"] as const;

/** Adds `laurel export-profiles …`. */
export function addExportProfileCommands(program: Command, run: Run): void {
  const profiles = program
    .command('export-profiles')
    .description('named sets of columns for designation exports (--profile)');
  addExamples(
    addPageOptions(profiles.command('list'))
      .description('list the export profiles by name')
      .action(
        run(async (context, options: PageOptions) =>
          (await import('#cli/commands/export-profiles.ts')).profilesList(context, options),
        ),
      ),
    'laurel export-profiles list',
  );
  addExamples(
    profiles
      .command('show')
      .description('show an export profile and its columns')
      .argument(...NAME)
      .action(
        run(async (context, name: string) =>
          (await import('#cli/commands/export-profiles.ts')).profilesShow(context, name),
        ),
      ),
    'laurel export-profiles show Banner',
  );
  addExamples(
    addChangeOptions(profiles.command('save'))
      .description('create an export profile, or change the one with this name')
      .argument(...NAME)
      .option('--columns <headers>', 'column headers of the Excel workbook, in order and separated by commas')
      .option('--rename <name>', 'a new name for an existing profile')
      .action(
        run(async (context, name: string, options: SaveProfileOptions) =>
          (await import('#cli/commands/export-profiles.ts')).profilesSave(context, name, options),
        ),
      ),
    'laurel export-profiles save Banner --columns "banner code,last,first,date of birth"',
    'laurel export-profiles save Banner --rename "Banner 2027"',
  );
  addExamples(
    addChangeOptions(profiles.command('delete'))
      .description('delete an export profile')
      .argument(...NAME)
      .action(
        run(async (context, name: string, options: ChangeOptions) =>
          (await import('#cli/commands/export-profiles.ts')).profilesDelete(context, name, options),
        ),
      ),
    'laurel export-profiles delete Banner --yes',
  );
}
