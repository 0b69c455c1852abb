import { type Command, Option } from 'commander';

/** The two options of every command that changes or removes what exists, or sends mail. */
export function addChangeOptions(command: Command): Command {
  return command
    .option('--dry-run', 'tell what it would do, and do nothing')
    .option('--yes', 'do it without asking');
}

/** Orders a list, by one of `sorts` where it has several, and cuts a page out of it. */
export function addPageOptions(command: Command, sorts: readonly string[] = []): Command {
  if (sorts.length > 0) {
    command.addOption(new Option('--sort <by>', 'what the list is sorted by').choices(sorts));
  }
  return command
    .addOption(
      new Option('--direction <direction>', 'desc, the default, is A to Z and newest first').choices([
        'desc',
        'asc',
      ]),
    )
    .option('--limit <number>', 'so many at most')
    .option('--offset <number>', 'leave out so many first');
}

/** An option that may be given several times, or name several values, each of which is meant. */
export function repeatable(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(`${flags} <value...>`, description).choices(choices);
}

/** Lines at the end of a command's help. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
}
