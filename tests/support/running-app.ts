import { afterAll, beforeAll, beforeEach } from 'vitest';
import { useDatabase } from '#tests/support/database.server.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { startSmtpSink, type SmtpSink } from '#tests/support/smtp-sink.ts';

/** The built application with its own database and mail server. */
export interface RunningApp {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The mail server, which is reset before each test. */
  readonly mail: SmtpSink;
  readonly server: ServerProcess;
}

/** Starts the built server with a new database for a file or `describe`, and stops it afterwards. `env` overrides settings. */
export function useRunningApp(env?: Record<string, string | undefined>): RunningApp {
  const database = useDatabase();
  let mail: SmtpSink | undefined;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    mail = await startSmtpSink();
    server = await startServer({ databaseUrl: database.url, smtpUrl: mail.url, env });
  });

  beforeEach(() => mail?.reset());

  afterAll(async () => {
    await server?.stop();
    await mail?.stop();
  });

  return {
    get url() {
      return running(server).url;
    },
    get databaseUrl() {
      return database.url;
    },
    get mail() {
      return running(mail);
    },
    get server() {
      return running(server);
    },
  };
}

function running<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The application runs only while hooks and tests run.');
  return part;
}
