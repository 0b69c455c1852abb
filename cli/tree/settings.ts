import type { Command } from 'commander';
import type { SettingsOptions } from '#cli/commands/settings.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel settings …`. */
export function addSettingsCommands(program: Command, run: Run): void {
  const settings = program
    .command('settings')
    .description("the office's settings: name, contact address, links, terms, and appearance");
  addExamples(
    settings
      .command('show')
      .description('show the settings, and which ones come from the environment')
      .action(run(async (context) => (await import('#cli/commands/settings.ts')).settingsShow(context))),
    'laurel settings show',
    'laurel settings show --format json',
  );
  addExamples(
    addChangeOptions(settings.command('set'))
      .description('change settings without a restart; "none" restores the value from the environment')
      .option('--app-name <name>', "the program's name")
      .option('--contact-email <email>', 'the email address for questions')
      .option('--handbook-url <url>', 'the web address of the program handbook')
      .option('--survey-url <url>', 'the web address of the survey that schools see after they submit')
      .option('--program-links <links>', 'links in the menu, like "Home=https://example.org;News=https://…"')
      .option(
        '--terms-file <file>',
        "a text file with the office's part of the terms, or - for standard input",
      )
      .option('--accent-color <color>', 'the color of links and buttons, like #1f6657')
      .option('--logo-file <file>', 'a PNG or JPEG file of at most 200 kB, or - for standard input')
      .action(
        run(async (context, options: SettingsOptions) =>
          (await import('#cli/commands/settings.ts')).settingsSet(context, options),
        ),
      ),
    'laurel settings set --contact-email scholars@example.org --dry-run',
    'laurel settings set --logo-file logo.png --accent-color "#1f4e79" --yes',
    'laurel settings set --terms-file terms.txt --as ada@example.org',
  );
}
