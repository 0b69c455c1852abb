import type { Command } from 'commander';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { bashCompletion } from '#cli/completion/bash-completion.ts';
import { completionTables } from '#cli/completion/completion-tables.ts';
import { fishCompletion } from '#cli/completion/fish-completion.ts';
import { zshCompletion } from '#cli/completion/zsh-completion.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export type Shell = keyof typeof SCRIPTS;

/** `laurel completion bash|zsh|fish`: prints the completion script of a shell. */
export async function completion(context: CommandContext, program: Command, shell: Shell): Promise<ExitCode> {
  await context.write(SCRIPTS[shell](completionTables(program)));
  return EXIT.done;
}
