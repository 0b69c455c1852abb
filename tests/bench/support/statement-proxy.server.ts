import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A proxy between a server and PostgreSQL that records every statement. */
export interface StatementProxy {
  readonly url: string;
  /** The statements that `work` sends, including begin and commit. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

const TYPE_AND_LENGTH = 5;

export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const upstream = new URL(databaseUrl);
  let statements: string[] = [];
  const proxy = createServer((client) => {
    const database = connect(Number(upstream.port || 5432), upstream.hostname);
    const read = statementReader((statement) => statements.push(statement));
    client.on('data', read);
    client.pipe(database).pipe(client);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    statementsOf: async (work) => {
      statements = [];
      await work();
      return statements;
    },
    close: async () => {
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Parses client messages (PostgreSQL, Message Formats): type (except the startup message), length, and content. */
export function statementReader(onStatement: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      if (hasStarted) {
        const [first = '', second = ''] = rest.toString('utf8', TYPE_AND_LENGTH, end).split('\0');
        if (rest[0] === 'Q'.charCodeAt(0)) onStatement(first);
        if (rest[0] === 'P'.charCodeAt(0)) onStatement(second);
      }
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
