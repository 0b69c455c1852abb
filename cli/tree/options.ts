import { type Command, Option } from 'commander';

/** The two options of every command that changes something. */
export function addChangeOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show what would happen without changing anything')
    .option('--yes', 'skip the confirmation');
}

/** Orders a list, by one of `sorts` where it has several, and cuts a page out of it. */
export function addPageOptions(command: Command, sorts: readonly string[] = []): Command {
  if (sorts.length > 0) {
    command.addOption(new Option('--sort <by>', 'sort the list by').choices(sorts));
  }
  return command
    .addOption(
      new Option('--direction <direction>', 'desc (default): A to Z, newest first; asc: the reverse').choices(
        ['desc', 'asc'],
      ),
    )
    .option('--limit <number>', 'show at most this many rows')
    .option('--offset <number>', 'skip this many rows first');
}

/** An option that may be given several times, or name several values, each of which is meant. */
export function repeatable(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(`${flags} <value...>`, description).choices(choices);
}

/** Lines at the end of a command's help. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
}

/** A field's name as options write it: 'bannerCode' is --banner-code. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
