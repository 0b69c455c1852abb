import type { Command } from 'commander';
import { EXIT } from '#cli/command-failure.ts';
import { addExamples } from './options.ts';

/** Adds `laurel help …`, also for subcommands. */
export function addHelpCommand(program: Command): void {
  program.helpCommand(false);
  addExamples(
    program
      .command('help')
      .description('show help for a command')
      .argument('[command...]', 'the command, for example db backup')
      .action((names: readonly string[]) => commandOf(program, names).outputHelp()),
    'laurel help',
    'laurel help db backup',
  );
}

function commandOf(command: Command, names: readonly string[]): Command {
  const [word, ...rest] = names;
  if (word === undefined) return command;
  const next = command.commands.find((one) => one.name() === word);
  return next === undefined
    ? command.error(`error: unknown command '${word}'`, { exitCode: EXIT.usage })
    : commandOf(next, rest);
}
