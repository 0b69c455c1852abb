import type { CommandContext } from '#cli/command-context.ts';
import { printableLines } from './printable.ts';

/** Prints text and ends its last line. On a terminal, removes control characters. */
export async function printText(context: CommandContext, text: string): Promise<void> {
  const shown = context.width === null ? text : printableLines(text);
  await context.write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
}
