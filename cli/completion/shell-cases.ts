import type { OptionValue, CompletionNode } from './completion-tables.ts';

/** A line of a shell's case table: keys like 'command|word', and the output. */
export interface ShellCase {
  readonly keys: readonly string[];
  readonly output: string;
}

/** Maps a command and its subcommand to the new command: 'years|list' to 'years list'. */
export function nextNodes(nodes: readonly CompletionNode[]): ShellCase[] {
  return nodes.flatMap(({ path, subcommands }) =>
    subcommands.map(({ word }) => ({
      keys: [`${path}|${word}`],
      output: path === '' ? word : `${path} ${word}`,
    })),
  );
}

/** Returns the options that accept one or more values. */
export function optionsOfKind(nodes: readonly CompletionNode[], kind: OptionValue['kind']): string[] {
  return nodes.flatMap(({ path, optionValues }) =>
    optionValues.filter((value) => value.kind === kind).map(({ flag }) => `${path}|${flag}`),
  );
}

/** Returns the option values, separated by spaces. Options with the same values share a line. */
export function valueCases(nodes: readonly CompletionNode[]): ShellCase[] {
  return grouped(
    nodes.flatMap(({ path, optionValues }) =>
      optionValues.flatMap(({ flag, values }) =>
        typeof values === 'string' ? [] : [[`${path}|${flag}`, values.join(' ')] as const],
      ),
    ),
  );
}

/** Returns what accepts files: 'command|option', and 'command|' for arguments. */
export function fileNodes(nodes: readonly CompletionNode[]): string[] {
  return nodes.flatMap(({ path, optionValues, argument }) => [
    ...(argument === 'files' ? [`${path}|`] : []),
    ...optionValues.filter(({ values }) => values === 'files').map(({ flag }) => `${path}|${flag}`),
  ]);
}

/** Returns a command's subcommands and the choices of its first argument. */
export function completionsAt({
  subcommands,
  argument,
}: CompletionNode): { word: string; meaning: string }[] {
  const choices = typeof argument === 'string' ? [] : argument;
  return [...subcommands, ...choices.map((word) => ({ word, meaning: '' }))];
}

function grouped(pairs: readonly (readonly [key: string, output: string])[]): ShellCase[] {
  const keys = new Map<string, string[]>();
  for (const [key, output] of pairs) keys.set(output, [...(keys.get(output) ?? []), key]);
  return [...keys].map(([output, of]) => ({ keys: of, output }));
}
