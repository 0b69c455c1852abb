import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the line to the database does with what is sent. */
type Failure = 'none' | 'silent' | 'cut';

/** A line to a database that can fall silent, as one to a frozen server is, or break. */
export interface FaultyLine {
  /** The URL that leads to the database over it. */
  readonly url: string;
  /** From now on nothing of either side arrives; or from the first text that the client sends, like 'COMMIT'. */
  fallSilent(at?: string): void;
  /** Breaks each connection that sends the text, before the database hears it. */
  cutAt(text: string): void;
  /** Passes on what was held back, and everything from now on. */
  recover(): void;
  close(): Promise<void>;
}

/** Opens a line to the database of a URL, at first without a fault. */
export async function openFaultyLine(databaseUrl: string): Promise<FaultyLine> {
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
    fallSilent: (at) => {
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
