import { sharedFunctions, WALK } from './bash-completion.ts';
import type { CompletionNode, Word } from './completion-tables.ts';
import { wordsAt } from './shell-cases.ts';

/** Returns the completion script for zsh: a file `_laurel` in fpath, or loaded with `source` after compinit. */
export function zshCompletion(nodes: readonly CompletionNode[]): string {
  return `#compdef laurel
# Completion of laurel for zsh, made by \`laurel completion zsh\`.
${sharedFunctions(nodes)}
_laurel_described() {
  case "$1" in
${nodes.map(describedAt).join('\n')}
  esac
}
_laurel() {
  local current="\${words[CURRENT]}" node='' option='' word='' next=''
  local -a described
  for word in "\${(@)words[2,CURRENT-1]}"; do
${WALK}
  done
  if [[ "$current" == --*=* ]]; then
    option="\${current%%=*}"
    compset -P '*='
  elif [[ "$current" == -* ]]; then
    option=''
  fi
  if _laurel_files "$node|$option"; then
    if [[ "$current" != -* || -n "$option" ]]; then _files; return; fi
  fi
  if [[ -n "$option" ]]; then
    described=(\${=$(_laurel_values "$node|$option")})
  elif [[ "$current" == -* ]]; then
    described=("\${(@f)$(_laurel_described "$node|options")}")
  else
    described=("\${(@f)$(_laurel_described "$node|words")}")
  fi
  described=(\${described:#})
  (( \${#described} )) && _describe laurel described
}
if [[ "$funcstack[1]" == _laurel ]]; then _laurel "$@"; else compdef _laurel laurel; fi
`;
}

function describedAt(node: CompletionNode): string {
  return [['words', wordsAt(node)] as const, ['options', node.options] as const]
    .filter(([, words]) => words.length > 0)
    .map(([what, words]) => `    '${node.path}|${what}') print -rl -- ${words.map(described).join(' ')} ;;`)
    .join('\n');
}

function described({ word, meaning }: Word): string {
  const text = meaning === '' ? word : `${word}:${meaning.replaceAll(':', '\\:')}`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
