import { Writable } from 'node:stream';

/** What React writes a page to, and the answer's body that it becomes. */
export interface PageBody {
  readonly destination: Writable & {
    /** React calls it when it has no more for now. */
    flush(): void;
  };
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * React writes pages in chunks of two kilobytes, which would be compressed and sent one by one. This joins them until
 * React flushes. Rendering stops when the reader leaves.
 */
export function openPageBody(): PageBody {
  let pieces: Uint8Array[] = [];
  let send: (joined: Uint8Array) => void = () => {};
  let end = () => {};
  const flush = () => {
    if (pieces.length === 0) return;
    const joined = Buffer.concat(pieces);
    pieces = [];
    send(joined);
  };
  const destination = new Writable({
    write: (piece: Uint8Array, _encoding, done) => {
      pieces.push(piece);
      done();
    },
    final: (done) => {
      flush();
      end();
      done();
    },
  });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (joined) => controller.enqueue(joined);
      end = () => controller.close();
    },
    cancel: () => {
      send = () => {};
      end = () => {};
      destination.destroy();
    },
  });
  return { destination: Object.assign(destination, { flush }), body };
}
