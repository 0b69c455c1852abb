import type { Command } from 'commander';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { bashCompletion } from '#cli/completion/bash-completion.ts';
import { completionTables, type CompletionNode } from '#cli/completion/completion-tables.ts';
import { fishCompletion } from '#cli/completion/fish-completion.ts';
import { zshCompletion } from '#cli/completion/zsh-completion.ts';
import type { Shell } from '#cli/tree/completion.ts';

const SCRIPTS: Readonly<Record<Shell, (nodes: readonly CompletionNode[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `laurel completion bash|zsh|fish`: prints the completion script of a shell. */
export async function completion(context: CommandContext, program: Command, shell: Shell): Promise<ExitCode> {
  await context.write(SCRIPTS[shell](completionTables(program)));
  return EXIT.done;
}
