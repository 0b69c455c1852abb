import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

/** The options of commands that change data or send email. */
export interface ChangeOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Asks for confirmation unless --yes. Without a terminal, --yes is required.
 *
 * @param question says what will change, like 'Delete the account of kim@example.org?'
 * @throws {CommandFailure} when the change isn't confirmed
 */
export async function confirmChange(
  context: CommandContext,
  options: ChangeOptions,
  question: string,
): Promise<void> {
  if (options.yes === true) return;
  if (!context.isInteractive) {
    throw new CommandFailure(
      `${question} Add --yes to do it, or --dry-run to see what it would do.`,
      EXIT.usage,
    );
  }
  if (!(await context.ask(question))) throw new CommandFailure('Nothing was changed.');
}
