import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Resource } from '#tests/bench/support/resources.ts';

const HOST = '127.0.0.1';

/** Passes connections at `port` to a server on this machine, as if the server were this far away. */
export async function openDistantLine(
  serverUrl: string,
  { port, roundTripMs }: { readonly port: number; readonly roundTripMs: number },
): Promise<Resource> {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const line = createServer({ noDelay: true }, (client) => {
    const server = connect({ host: hostname, port: Number(serverPort), noDelay: true });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => setTimeout(() => to.write(chunk), roundTripMs / 2));
      from.on('end', () => setTimeout(() => to.end(), roundTripMs / 2));
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  line.listen(port, HOST);
  await once(line, 'listening');
  return {
    close: async () => {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, 'close');
    },
  };
}
