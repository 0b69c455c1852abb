import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

export interface Download {
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly ms: number;
}

export interface RunningDownload {
  /** True when the first byte has arrived. False if the server is busy (503). */
  readonly begun: Promise<boolean>;
  /** Resolves when the download is complete. Rejects after `abort`. */
  readonly done: Promise<Download>;
  abort(): void;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The download returned ${status}.`);
    this.status = status;
  }
}

/** Reads a download as fast as it arrives and discards the content. */
export function startDownload(address: string, cookie: string): RunningDownload {
  const sent = request(address, { headers: { Cookie: cookie }, agent: false });
  sent.on('error', () => undefined);
  let tellBegun: (isRunning: boolean) => void = () => undefined;
  const begins = new Promise<boolean>((resolve) => (tellBegun = resolve));
  const done = readAll(sent, () => tellBegun(true));
  const isBusy = done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused && error.status === 503) return false;
      throw error;
    },
  );
  return { begun: Promise.race([begins, isBusy]), done, abort: () => sent.destroy() };
}

async function readAll(sent: ClientRequest, onFirstByte: () => void): Promise<Download> {
  const startedAt = performance.now();
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (response.statusCode !== 200) throw new Refused(response.statusCode ?? 0);
    if (bytes === 0) {
      firstByteMs = performance.now() - startedAt;
      onFirstByte();
    }
    bytes += chunk.length;
  }
  return { bytes, firstByteMs, ms: performance.now() - startedAt };
}
