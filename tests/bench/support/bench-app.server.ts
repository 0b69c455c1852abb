import { parseSettings } from '#app/config/env.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { sessionCookieHeader } from '#app/server/cookies.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { type HttpClient, openHttpClient } from '#tests/bench/support/http-client.ts';
import { type BenchClient, openClient } from '#tests/bench/support/load.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

/** The built production server with a database, a mail server, and signed-in clients. */
export interface BenchApp {
  readonly server: ServerProcess;
  readonly orm: Orm;
  readonly mail: SmtpSink;
  rows<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** The Cookie header of a real session of this user. */
  cookieOf(userId: string): Promise<string>;
  /** A client with such a session, which throws for error responses. */
  clientOf(userId: string): Promise<BenchClient>;
  /** A client that returns every response. Null for an anonymous client. */
  callerOf(userId: string | null): Promise<HttpClient>;
  close(): Promise<void>;
}

export const SESSION_SECRET = 'a secret that only the benches of this machine know';

interface BenchAppOptions {
  /** Set if the server connects to the database through another URL than the bench. */
  readonly serverDatabaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the server. Servers on the same database share sessions. */
export async function openBenchApp(
  databaseUrl: string,
  { serverDatabaseUrl = databaseUrl, env = {} }: BenchAppOptions = {},
): Promise<BenchApp> {
  const mail: SmtpSink = await startSmtpSink();
  const orm = await openOrm(databaseUrl, { poolMax: 2 });
  const server = await startServer({
    databaseUrl: serverDatabaseUrl,
    smtpUrl: mail.url,
    env: { SESSION_SECRET, ...env },
  });
  const clients: { close(): void }[] = [];
  const opened = <Client extends { close(): void }>(client: Client) => {
    clients.push(client);
    return client;
  };
  return {
    server,
    orm,
    mail,
    rows: (sql, params = []) => orm.em.fork().execute(sql, [...params]),
    cookieOf: (userId) => cookieOf(orm, userId),
    clientOf: async (userId) => opened(openClient(server.url, await cookieOf(orm, userId))),
    callerOf: async (userId) =>
      opened(openHttpClient(server.url, userId === null ? '' : await cookieOf(orm, userId))),
    close: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await orm.close(true);
      await mail.stop();
    },
  };
}

async function cookieOf(orm: Orm, userId: string): Promise<string> {
  const { secret } = await startSession(
    { em: orm.em.fork(), now: () => new Date() },
    { owner: { userId }, client: { clientAddress: '127.0.0.1', userAgent: 'bench' } },
  );
  const header = await sessionCookieHeader(secret, parseSettings({ NODE_ENV: 'test', SESSION_SECRET }));
  return header.slice(0, header.indexOf(';'));
}
