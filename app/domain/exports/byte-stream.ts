/** The generator methods used here. Texts are sent as UTF-8. */
interface Chunks {
  next(): Promise<IteratorResult<Chunk, void>>;
  return(): Promise<unknown>;
}

type Chunk = string | Uint8Array;

/** A reader that accepts less than this before its timeout counts as disconnected. */
export const LEAST_BYTES = 64 * 1024;

/**
 * Returns a stream that reads from `chunks` on demand; `first` is already read. The generator returns
 * when the reader cancels or accepts less than 64 KiB in `timeoutSeconds`, counting only time spent waiting.
 */
export function byteStreamOf(
  first: IteratorResult<Chunk, void>,
  chunks: Chunks,
  timeoutSeconds: number | null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let upcoming: Promise<IteratorResult<Chunk, void>> | null = Promise.resolve(first);
  const pace = timeoutSeconds === null ? null : new ReaderPace(timeoutSeconds * 1000);
  const release = async () => {
    pace?.stop();
    await chunks.return();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        pace?.wait(() => {
          controller.error(new Error('The client stopped reading the response.'));
          release().catch(() => undefined);
        });
      },
      async pull(controller) {
        pace?.stop();
        const { done, value } = await (upcoming ?? chunks.next());
        upcoming = null;
        if (done === true) return controller.close();
        const bytes = typeof value === 'string' ? encoder.encode(value) : value;
        controller.enqueue(bytes);
        pace?.taken(bytes.byteLength);
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}

/** Tracks the time left to accept `LEAST_BYTES`. Runs only while the stream waits for the reader. */
class ReaderPace {
  readonly #timeoutMs: number;
  #leftMs: number;
  #bytes = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #onDisconnect: () => void = () => undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#leftMs = timeoutMs;
  }

  wait(onDisconnect: () => void): void {
    this.#onDisconnect = onDisconnect;
    this.#since = performance.now();
    this.#timer = setTimeout(onDisconnect, this.#leftMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#leftMs -= performance.now() - this.#since;
  }

  taken(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= LEAST_BYTES) {
      this.#bytes = 0;
      this.#leftMs = this.#timeoutMs;
    }
    this.wait(this.#onDisconnect);
  }
}
