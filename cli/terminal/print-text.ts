import type { Call } from '#cli/call.ts';
import { printableLines } from './printable.ts';

/** Prints text and ends its last line. On a terminal, removes control characters. */
export async function printText(call: Call, text: string): Promise<void> {
  const shown = call.width === null ? text : printableLines(text);
  await call.write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
}
