import type { Call } from './call.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

/** The options of every command that changes or removes what exists, or sends mail. */
export interface ChangeOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Makes sure that the change is meant: asks on a terminal, and without one wants --yes. Throws CommandFailure where it is not.
 *
 * @param question says what will change, like 'Delete the account of kim@example.org?'
 */
export async function confirmChange(call: Call, options: ChangeOptions, question: string): Promise<void> {
  if (options.yes === true) return;
  if (!call.isInteractive) {
    throw new CommandFailure(
      `${question} Add --yes to do it, or --dry-run to see what it would do.`,
      EXIT.usage,
    );
  }
  if (!(await call.ask(question))) throw new CommandFailure('Nothing was changed.');
}
