import { afterAll, beforeAll, beforeEach } from 'vitest';
import { useDatabase } from '#tests/support/database.server.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { startSmtpSink, type SmtpSink } from '#tests/support/smtp-sink.ts';

/** The built application with a database and a mail server of its own. */
export interface RunningApp {
  /** Where it serves, without a slash at the end. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The mail server; it forgets everything before each test. */
  readonly mail: SmtpSink;
  readonly server: ServerProcess;
}

/**
 * Starts the built production server for the file or `describe` it is called in, on a fresh database, and stops it afterwards the
 * way an operator would. `env` holds settings that differ.
 */
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
