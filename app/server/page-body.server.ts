import { Writable } from 'node:stream';

export interface PageBody {
  readonly destination: Writable & {
    /** Called by React when it has nothing more to write for now. */
    flush(): void;
  };
  readonly body: ReadableStream<Uint8Array>;
}

/** Joins React's chunks of 2 KB until it flushes, because they would be compressed and sent one by one. */
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
