import type { Call } from '#cli/call.ts';
import { printableLines } from './printable.ts';

/** Prints a text of several lines as it is; on a terminal without what moves its cursor. Its last line is ended. */
export async function printText(call: Call, text: string): Promise<void> {
  const shown = call.width === null ? text : printableLines(text);
  await call.write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
}
