/** What of a generator is used here. */
export interface Chunks {
  next(): Promise<IteratorResult<string, void>>;
  return(): Promise<unknown>;
}

/**
 * A stream for a web Response that takes the next text only when the reader asks for it. A reader that goes, or leaves the
 * stream untouched for `stallSeconds`, if there is such a limit, makes the generator return, so that its `finally` lets go of what it holds.
 *
 * @param first what `chunks` has already answered
 */
export function byteStreamOf(
  first: IteratorResult<string, void>,
  chunks: Chunks,
  stallSeconds: number | null,
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
        if (stallSeconds === null) return;
        stall = setTimeout(() => {
          controller.error(new Error('The reader has stalled.'));
          letGo().catch(() => undefined);
        }, stallSeconds * 1000).unref();
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
