import { ReaderGone } from '#cli/write-out.ts';

/** Prints what a command did; that nobody reads it any more does not change how the command ends. */
export async function ignoreBrokenPipe(print: () => Promise<unknown>): Promise<void> {
  try {
    await print();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
