import type { CompletionNode, Word } from './completion-tables.ts';
import { fileNodes, nextNodes, optionsOfKind, type ShellCase, valueCases, wordsAt } from './shell-cases.ts';

/** Returns the completion script for fish. */
export function fishCompletion(nodes: readonly CompletionNode[]): string {
  const many = optionsOfKind(nodes, 'many');
  return `# Completion of laurel for fish, made by \`laurel completion fish\`.
${answering('__laurel_next', nextNodes(nodes))}
${answering('__laurel_values', valueCases(nodes), ' ')}
${telling('__laurel_takes', [...optionsOfKind(nodes, 'one'), ...many])}
${telling('__laurel_takes_many', many)}
${telling('__laurel_files', fileNodes(nodes))}
function __laurel_described
  switch "$argv[1]"
${nodes.map(describedAt).join('\n')}
  end
end
function __laurel_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l node ''
  set -l option ''
  for word in $words[2..-1]
    if string match -q -- '-*' "$word"
      set option ''
      if not string match -q -- '*=*' "$word"; and __laurel_takes "$node|$word"
        set option "$word"
      end
    else if test -n "$option"
      __laurel_takes_many "$node|$option"; or set option ''
    else
      set -l next (__laurel_next "$node|$word")
      test -n "$next"; and set node "$next"
    end
  end
  if string match -q -- '--*=*' "$current"
    set option (string replace -r '=.*' '' -- "$current")
    if __laurel_files "$node|$option"
      __fish_complete_path (string replace -r '^[^=]*=' '' -- "$current") | string replace -r '^' -- "$option="
    else
      __laurel_values "$node|$option" | string replace -r '^' -- "$option="
    end
  else if string match -q -- '-*' "$current"
    __laurel_described "$node|options"
  else if __laurel_files "$node|$option"
    __fish_complete_path "$current"
  else if test -n "$option"
    __laurel_values "$node|$option"
  else
    __laurel_described "$node|words"
  end
end
complete -c laurel -f -a '(__laurel_complete)'
`;
}

function answering(name: string, cases: readonly ShellCase[], separator?: string): string {
  const lines = cases.flatMap(({ keys, answer }) => {
    const answers = separator === undefined ? [answer] : answer.split(separator);
    return [
      `    case ${keys.map(quoted).join(' ')}`,
      `      printf '%s\\n' ${answers.map(quoted).join(' ')}`,
    ];
  });
  return `function ${name}\n  switch "$argv[1]"\n${lines.join('\n')}\n  end\nend`;
}

function telling(name: string, keys: readonly string[]): string {
  return `function ${name}\n  contains -- "$argv[1]" ${keys.map(quoted).join(' ')}\nend`;
}

function describedAt(node: CompletionNode): string {
  return [['words', wordsAt(node)] as const, ['options', node.options] as const]
    .filter(([, words]) => words.length > 0)
    .map(([what, words]) =>
      [
        `    case ${quoted(`${node.path}|${what}`)}`,
        `      printf '%s\\t%s\\n' ${words.flatMap(({ word, meaning }: Word) => [quoted(word), quoted(meaning)]).join(' ')}`,
      ].join('\n'),
    )
    .join('\n');
}

/** Fish has two escapes in single quotes: \\ and \'. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
