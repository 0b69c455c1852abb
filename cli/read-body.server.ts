import type { ChangeOptions } from './apply-change.server.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { readInput, STDIN } from './read-input.ts';

const BYTES_A_CHARACTER_MAX = 4;

interface BodyRules {
  readonly maxCharacters: number;
  /** The options of a command that asks for confirmation, which standard input can't be used for twice. */
  readonly asks?: ChangeOptions;
}

/**
 * Reads the text of the file that --body names, or of standard input for `-`.
 *
 * @throws {CommandFailure} when it can't be read, isn't UTF-8, or standard input is needed for the confirmation
 */
export async function readBody(
  context: CommandContext,
  file: string | undefined,
  { maxCharacters, asks = { yes: true } }: BodyRules,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  if (file === STDIN && asks.yes !== true && asks.dryRun !== true) {
    throw new CommandFailure(
      "The body is read from standard input, so we can't ask for confirmation. Add --yes or --dry-run.",
      EXIT.usage,
    );
  }
  const bytes = await readInput(context, file, maxCharacters * BYTES_A_CHARACTER_MAX);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CommandFailure(`${file} isn't UTF-8 text. Save it as UTF-8.`, EXIT.failed, { cause: error });
  }
}
