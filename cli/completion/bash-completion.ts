import type { CompletionNode } from './completion-tables.ts';
import { fileNodes, nextNodes, optionsOfKind, type ShellCase, valueCases, wordsAt } from './shell-cases.ts';

/** Returns the completion script for bash 3.2 and newer, to be loaded with `source`. */
export function bashCompletion(nodes: readonly CompletionNode[]): string {
  return `# Completion of laurel for bash, made by \`laurel completion bash\`.
${sharedFunctions(nodes)}
_laurel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" node='' option='' word='' next='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
${WALK}
  done
  [[ "$current" == '=' ]] && current=''
  COMPREPLY=()
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$(_laurel_options "$node")" -- "$current"))
  elif _laurel_files "$node|$option"; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  elif [[ -n "$option" ]]; then
    COMPREPLY=($(compgen -W "$(_laurel_values "$node|$option")" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$(_laurel_words "$node")" -- "$current"))
  fi
}
complete -F _laurel laurel
`;
}

/** Shell code, for bash and zsh, that finds the command before the cursor and the option that expects a value. */
export const WALK = `    [[ "$word" == '=' ]] && continue
    if [[ "$word" == -* ]]; then
      option=''
      if [[ "$word" != *=* ]] && _laurel_takes "$node|$word"; then option="$word"; fi
    elif [[ -n "$option" ]]; then
      _laurel_takes_many "$node|$option" || option=''
    else
      next="$(_laurel_next "$node|$word")"
      [[ -n "$next" ]] && node="$next"
    fi`;

/** Returns the tables as shell functions that work in both bash and zsh. */
export function sharedFunctions(nodes: readonly CompletionNode[]): string {
  const many = optionsOfKind(nodes, 'many');
  return [
    answering('_laurel_next', nextNodes(nodes)),
    answering('_laurel_values', valueCases(nodes)),
    answering(
      '_laurel_words',
      nodes.map((node) => ({
        keys: [node.path],
        answer: wordsAt(node)
          .map(({ word }) => word)
          .join(' '),
      })),
    ),
    answering(
      '_laurel_options',
      nodes.map(({ path, options }) => ({
        keys: [path],
        answer: options.map(({ word }) => word).join(' '),
      })),
    ),
    telling('_laurel_takes', [...optionsOfKind(nodes, 'one'), ...many]),
    telling('_laurel_takes_many', many),
    telling('_laurel_files', fileNodes(nodes)),
  ].join('\n');
}

function answering(name: string, cases: readonly ShellCase[]): string {
  const lines = cases
    .filter(({ answer }) => answer !== '')
    .map(({ keys, answer }) => `    ${patternOf(keys)}) echo '${answer}' ;;`);
  return `${name}() {\n  case "$1" in\n${lines.join('\n')}\n  esac\n}`;
}

function telling(name: string, keys: readonly string[]): string {
  const yes = keys.length === 0 ? '' : `    ${patternOf(keys)}) return 0 ;;\n`;
  return `${name}() {\n  case "$1" in\n${yes}    *) return 1 ;;\n  esac\n}`;
}

function patternOf(keys: readonly string[]): string {
  return keys.map((key) => `'${key}'`).join(' | ');
}
