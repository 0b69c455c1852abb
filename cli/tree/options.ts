import { type Command, Option } from 'commander';

/** Adds the options of commands that change data. */
export function addChangeOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show what would happen without changing anything')
    .option('--yes', 'skip the confirmation');
}

/**
 * Adds the argument and options of commands that import a list.
 *
 * @param match an example of a match, like 'Campus=name'
 */
export function addImportOptions(command: Command, match: string): Command {
  return addChangeOptions(command)
    .argument('<file>', 'a CSV file or an Excel workbook (.xlsx), or - for standard input')
    .option(
      '--column <header=field...>',
      `match a column to a field, like "${match}"; "Motto=none" doesn't import the column`,
    )
    .option(
      '--sheet <name>',
      'the sheet of a workbook (default: the one with the most headers that we recognize)',
    );
}

const PURPOSE = '--purpose';

/**
 * Adds the option of commands that return students' data. With `REQUIRE_ACTOR=students`, the commands that have it need
 * an administrator.
 */
export function addPurposeOption(command: Command, byDefault?: string): Command {
  return command.option(
    `${PURPOSE} <text>`,
    "why you need students' data, for the disclosure log; don't name students",
    byDefault,
  );
}

/** Returns whether a command returns students' data. */
export function disclosesStudents(command: Command): boolean {
  return command.options.some(({ long }) => long === PURPOSE);
}

/** Adds the options for selecting a page of a list in a fixed order. */
export function addLimitOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'show at most this many rows')
    .option('--offset <number>', 'skip this many rows first');
}

/** Adds the options for sorting a list and selecting a page. */
export function addPageOptions(command: Command, sorts: readonly string[] = []): Command {
  if (sorts.length > 0) {
    command.addOption(new Option('--sort <by>', 'sort the list by this column').choices(sorts));
  }
  command.addOption(
    new Option('--direction <direction>', 'desc (default): A to Z, newest first; asc: the reverse').choices([
      'desc',
      'asc',
    ]),
  );
  return addLimitOptions(command);
}

/** Adds `--no-email`, and its former name `--no-mail`, which the help doesn't list. */
export function addNoEmailOption(command: Command, description: string): Command {
  return command
    .option('--no-email', description)
    .addOption(new Option('--no-mail').hideHelp().implies({ email: false }));
}

/** Creates an option that takes several values and can be repeated. */
export function repeatable(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(`${flags} <value...>`, description).choices(choices);
}

/** Adds examples to the end of a command's help. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
}

/** Converts 'bannerCode' to 'banner-code'. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
