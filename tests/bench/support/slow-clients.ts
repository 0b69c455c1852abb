import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '#tests/bench/support/offered-load.ts';

/** A request of a client whose connection is bad. */
export interface SlowRequest {
  readonly url: string;
  readonly path: string;
  readonly cookie: string;
}

const PAUSE_MS = 500;
/** Below the server's time limit for headers, 20 s. */
const HEADER_LINES = 12;
const HEADER_MS = 1_000;

/** Reads a response a piece at a time, with pauses. Returns whether it was complete, or a refusal. */
export function readSlowly({ url, path, cookie }: SlowRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(new URL(path, url), { headers: { Cookie: cookie }, agent: false }, (response) => {
      const read = async () => {
        let body = '';
        for await (const chunk of response as AsyncIterable<Buffer>) {
          body += chunk.toString();
          await sleep(PAUSE_MS);
        }
        const { statusCode: status = 0, headers } = response;
        return response.complete && (status === 200 || isRefusal({ status, headers, body }));
      };
      read().then(resolve, () => resolve(false));
    });
    sent.on('error', () => resolve(false));
    sent.end();
  });
}

/** Sends a header a second, then reads the response. Returns whether it was complete, or a refusal. */
export function sendSlowly({ url, path, cookie }: SlowRequest): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(/^HTTP\/1\.1 (200|503) /.test(received)));
    const send = async () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\nConnection: close\r\n`);
      for (let line = 0; line < HEADER_LINES; line += 1) {
        await sleep(HEADER_MS);
        socket.write(`X-Line-${line}: slow\r\n`);
      }
      socket.write('\r\n');
    };
    send().catch(() => resolve(false));
  });
}
