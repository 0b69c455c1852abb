import type { OptionValue, CompletionNode } from './completion-tables.ts';

/** A line of a shell's case table: what is compared with 'place|word', and what follows from it. */
export interface ShellCase {
  readonly keys: readonly string[];
  readonly answer: string;
}

/** Where a word leads: 'years|list' to 'years list'. */
export function nextNodes(nodes: readonly CompletionNode[]): ShellCase[] {
  return nodes.flatMap(({ path, subcommands }) =>
    subcommands.map(({ word }) => ({
      keys: [`${path}|${word}`],
      answer: path === '' ? word : `${path} ${word}`,
    })),
  );
}

/** Which options take one value, or several. */
export function optionsOfKind(nodes: readonly CompletionNode[], kind: OptionValue['kind']): string[] {
  return nodes.flatMap(({ path, optionValues }) =>
    optionValues.filter((value) => value.kind === kind).map(({ flag }) => `${path}|${flag}`),
  );
}

/** The values of options, joined by spaces: options with the same values share a line. */
export function valueCases(nodes: readonly CompletionNode[]): ShellCase[] {
  return grouped(
    nodes.flatMap(({ path, optionValues }) =>
      optionValues.flatMap(({ flag, values }) =>
        typeof values === 'string' ? [] : [[`${path}|${flag}`, values.join(' ')] as const],
      ),
    ),
  );
}

/** What takes files: 'place|option', and 'place|' for arguments. */
export function fileNodes(nodes: readonly CompletionNode[]): string[] {
  return nodes.flatMap(({ path, optionValues, argument }) => [
    ...(argument === 'files' ? [`${path}|`] : []),
    ...optionValues.filter(({ values }) => values === 'files').map(({ flag }) => `${path}|${flag}`),
  ]);
}

/** The subcommands of a place, and the choices of its argument. */
export function wordsAt({ subcommands, argument }: CompletionNode): { word: string; meaning: string }[] {
  const choices = typeof argument === 'string' ? [] : argument;
  return [...subcommands, ...choices.map((word) => ({ word, meaning: '' }))];
}

function grouped(pairs: readonly (readonly [key: string, answer: string])[]): ShellCase[] {
  const keys = new Map<string, string[]>();
  for (const [key, answer] of pairs) keys.set(answer, [...(keys.get(answer) ?? []), key]);
  return [...keys].map(([answer, of]) => ({ keys: of, answer }));
}
