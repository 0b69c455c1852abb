import type { Argument, Command, Option } from 'commander';

export interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** The values of an option: its choices, files, or anything. */
export interface OptionValue {
  readonly flag: string;
  readonly kind: 'one' | 'many';
  readonly values: readonly string[] | 'files' | 'anything';
}

/** A command: '' is `laurel`, 'years list' is `laurel years list`. */
export interface CompletionNode {
  readonly path: string;
  readonly subcommands: readonly Word[];
  readonly options: readonly Word[];
  readonly optionValues: readonly OptionValue[];
  readonly argument: readonly string[] | 'files' | 'anything';
}

/** Returns the completions of each visible command in the tree. */
export function completionTables(program: Command): CompletionNode[] {
  return nodesFrom(program, '');
}

function nodesFrom(command: Command, path: string): CompletionNode[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const globals = path === '' ? [] : help.visibleGlobalOptions(command);
  const options = [...help.visibleOptions(command), ...globals];
  const node: CompletionNode = {
    path,
    subcommands: subcommands.map((one) => ({ word: one.name(), meaning: one.description() })),
    options: options.flatMap((option) =>
      namesOf(option).map((word) => ({ word, meaning: option.description })),
    ),
    optionValues: options.flatMap((option) => namesOf(option).flatMap((flag) => valueOf(option, flag))),
    argument: argumentOf(command.registeredArguments),
  };
  return [
    node,
    ...subcommands.flatMap((one) => nodesFrom(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ];
}

function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined);
}

function valueOf(option: Option, flag: string): OptionValue[] {
  if (!option.required && !option.optional) return [];
  const values = option.argChoices ?? (/<file>/.test(option.flags) ? 'files' : 'anything');
  return [{ flag, kind: option.variadic ? 'many' : 'one', values }];
}

function argumentOf([first]: readonly Argument[]): CompletionNode['argument'] {
  if (first === undefined) return 'anything';
  return first.argChoices ?? (first.name() === 'file' ? 'files' : 'anything');
}
