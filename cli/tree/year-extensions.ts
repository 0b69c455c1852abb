import type { Command } from 'commander';
import type { ExtendOptions } from '#cli/commands/years-extensions.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

const SCHOOL = ['<school>', "the school's ID, banner code, or name"] as const;

/** Adds `laurel years extensions`, `extend`, and `revoke-extension`. */
export function addExtensionCommands(years: Command, run: Run): void {
  addExamples(
    addPageOptions(years.command('extensions'))
      .description('list the schools with an extension, and their due dates')
      .argument('<year>', 'the year')
      .action(
        run(async (context, year: string, options: PageOptions) =>
          (await import('#cli/commands/years-extensions.ts')).yearsExtensions(context, year, options),
        ),
      ),
    'laurel years extensions 2026',
  );
  addExamples(
    addChangeOptions(years.command('extend'))
      .description('grant a school an extension, or change the one it has, and email its staff')
      .argument('<year>', 'the year')
      .argument(...SCHOOL)
      .requiredOption('--until <date>', "the school's due date; with only a date, at 11:59 PM")
      .requiredOption('--reason <text>', 'the reason, which the school sees')
      .action(
        run(async (context, year: string, school: string, options: ExtendOptions) =>
          (await import('#cli/commands/years-extensions.ts')).yearsExtend(context, year, school, options),
        ),
      ),
    'laurel years extend 2026 AUR --until 2026-12-15 --reason "The school was closed for a week."',
    'laurel years extend 2026 AUR --until "2026-12-15 17:00" --reason Snow --dry-run',
  );
  addExamples(
    addChangeOptions(years.command('revoke-extension'))
      .description("revoke a school's extension, so that the year's due dates apply again")
      .argument('<year>', 'the year')
      .argument(...SCHOOL)
      .action(
        run(async (context, year: string, school: string, options: ChangeOptions) =>
          (await import('#cli/commands/years-extensions.ts')).yearsRevokeExtension(
            context,
            year,
            school,
            options,
          ),
        ),
      ),
    'laurel years revoke-extension 2026 AUR',
  );
}
