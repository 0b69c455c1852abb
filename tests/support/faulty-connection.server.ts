import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Failure = 'none' | 'silent' | 'cut';

/** A database connection that can stall, as if the server froze, or break. */
export interface FaultyConnection {
  readonly url: string;
  /** Stops passing data in both directions, immediately or once the client sends a text such as 'COMMIT'. */
  stopResponding(at?: string): void;
  /** The number of messages held back while the line doesn't respond. */
  readonly heldCount: number;
  /** Breaks the next connection that sends this text, before it reaches the database. */
  cutAt(text: string): void;
  /** Forwards the held data and everything after it. */
  recover(): void;
  close(): Promise<void>;
}

/** Opens a connection to a database that works until it's broken on purpose. */
export async function openFaultyConnection(databaseUrl: string): Promise<FaultyConnection> {
  const upstream = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let error: Failure = 'none';
  let waited: { readonly text: string; readonly error: Failure } | null = null;
  let heldBack: (() => void)[] = [];

  const server = createServer((client) => {
    const database = connect(Number(upstream.port || 5432), upstream.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (from === client && waited !== null && chunk.includes(waited.text)) {
          ({ error } = waited);
          waited = null;
        }
        if (error === 'cut') {
          error = 'none';
          client.destroy();
        } else if (error === 'silent') heldBack.push(() => to.write(chunk));
        else to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get heldCount() {
      return heldBack.length;
    },
    stopResponding: (at) => {
      if (at === undefined) error = 'silent';
      else waited = { text: at, error: 'silent' };
    },
    cutAt: (text) => {
      waited = { text, error: 'cut' };
    },
    recover: () => {
      error = 'none';
      for (const pass of heldBack) pass();
      heldBack = [];
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
