import { Argument, type Command } from 'commander';
import type { Shell } from '#cli/commands/completion.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

/** Adds `laurel completion …`. */
export function addCompletionCommand(program: Command, run: Run): void {
  addExamples(
    program
      .command('completion')
      .description('print a script that completes commands, options, and choices in your shell')
      .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
      .action(
        run(async (context, shell: Shell) =>
          (await import('#cli/commands/completion.ts')).completion(context, program, shell),
        ),
      ),
    "echo 'source <(laurel completion bash)' >> ~/.bashrc",
    "echo 'source <(laurel completion zsh)' >> ~/.zshrc    # after compinit",
    'laurel completion fish > ~/.config/fish/completions/laurel.fish',
  );
}
