import { ReaderGone } from '#cli/write-out.ts';

/** Prints the result of a completed command; a closed pipe doesn't change its exit code. */
export async function ignoreBrokenPipe(print: () => Promise<unknown>): Promise<void> {
  try {
    await print();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}
