export interface ByteStreamOptions {
  /** How long the reader may leave the stream untouched before it is given up, in seconds. */
  readonly stallSeconds: number;
  /** Ends the stream as if its reader had gone. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A stream for a web Response that takes the next text only when the reader asks for it. A reader that goes, stalls or is
 * aborted makes the generator return, so that its `finally` lets go of what it holds.
 *
 * @param first what `chunks` has already answered
 */
export function byteStreamOf(
  first: IteratorResult<string, void>,
  chunks: AsyncGenerator<string, void>,
  { stallSeconds, signal }: ByteStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let upcoming: Promise<IteratorResult<string, void>> | null = Promise.resolve(first);
  let stall: NodeJS.Timeout | undefined;
  const letGo = async () => {
    clearTimeout(stall);
    await chunks.return();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const giveUp = (why: string) => {
          controller.error(new Error(why));
          letGo().catch(() => undefined);
        };
        const onAbort = () => giveUp('The reader has gone.');
        stall = setTimeout(() => giveUp('The reader has stalled.'), stallSeconds * 1000).unref();
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener('abort', onAbort, { once: true });
      },
      async pull(controller) {
        stall?.refresh();
        const { done, value } = await (upcoming ?? chunks.next());
        upcoming = null;
        if (done !== true) return controller.enqueue(encoder.encode(value));
        clearTimeout(stall);
        controller.close();
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
}
