import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { startServer, type ServerProcess, type ServerVariant } from '#tests/support/server-process.ts';
import { startSmtpSink, type SmtpSink } from '#tests/support/smtp-sink.ts';
import {
  dropDatabase,
  emptyDatabase,
  acquireDatabase,
  urlOfDatabase,
} from '#tests/support/spare-databases.server.ts';
import { queryRows } from '#tests/support/database-admin.server.ts';

/** The built application with its own database and mail server. */
export interface RunningApp {
  /** The server's URL, without a trailing slash. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The mail server, which is reset before each test. */
  readonly mail: SmtpSink;
  readonly server: ServerProcess;
  /** Starts the server again at its URL after it was killed. */
  restart(): Promise<void>;
}

/** A server with its database and its mail server. */
interface Started {
  server: ServerProcess;
  readonly mail: SmtpSink;
  readonly database: string;
}

type Settings = Readonly<Record<string, string | undefined>>;

/** The secret of the tests' session cookies. */
export const SESSION_SECRET = 'a secret of the tests in a browser';

/** The server of this process, between two files. It starts in two seconds, and is slow until it has shown each page once. */
let idle: Started | undefined;

/**
 * Provides the production server with an empty database for a file or `describe`. Files share a server one after the
 * other, unless they have settings in `env` or another program or host name, or the server has ended.
 */
export function useRunningApp(env: Settings = {}, variant?: ServerVariant): RunningApp {
  const isShared = Object.keys(env).length === 0 && variant === undefined;
  let started: Started | undefined;

  beforeAll(async () => {
    if (isShared) [started, idle] = [idle, undefined];
    started ??= await start(env, variant);
  });

  beforeEach(() => started?.mail.reset());

  afterAll(async () => {
    if (started === undefined) return;
    const used = started;
    started = undefined;
    used.mail.reset();
    if (isShared && idle === undefined && (await isReusable(used))) idle = used;
    else await stop(used);
  });

  const running = () => {
    if (started === undefined) throw new Error('The application runs only while hooks and tests run.');
    return started;
  };
  return {
    get url() {
      return running().server.url;
    },
    get databaseUrl() {
      return urlOfDatabase(inject('maintenanceDatabaseUrl'), running().database);
    },
    get mail() {
      return running().mail;
    },
    get server() {
      return running().server;
    },
    restart: async () => {
      const { server, mail, database } = running();
      const port = Number(new URL(server.url).port);
      running().server = await launch({ env, variant, mail, database, port });
    },
  };
}

async function start(env: Settings, variant: ServerVariant | undefined): Promise<Started> {
  const maintenanceUrl = inject('maintenanceDatabaseUrl');
  const database = await acquireDatabase(maintenanceUrl);
  const mail = await startSmtpSink();
  return { server: await launch({ env, variant, mail, database }), mail, database };
}

interface Launch extends Omit<Started, 'server'> {
  readonly env: Settings;
  readonly variant: ServerVariant | undefined;
  readonly port?: number;
}

function launch({ env, variant, mail, database, port }: Launch): Promise<ServerProcess> {
  return startServer({
    ...{ databaseUrl: urlOfDatabase(inject('maintenanceDatabaseUrl'), database), smtpUrl: mail.url, port },
    ...variant,
    env: { SESSION_SECRET, ...env },
  });
}

/** Empties the database, unless the server has ended or may still know settings that were stored. */
async function isReusable({ server, database }: Started): Promise<boolean> {
  const maintenanceUrl = inject('maintenanceDatabaseUrl');
  if (!server.isRunning()) return false;
  const url = urlOfDatabase(maintenanceUrl, database);
  const [found] = await queryRows<{ stored: boolean }>(
    url,
    'select exists (select from office_settings) as stored',
  );
  return found?.stored === false && emptyDatabase(maintenanceUrl, database, inject('pristineCondition'));
}

async function stop({ server, mail, database }: Started): Promise<void> {
  await server.stop();
  await mail.stop();
  await dropDatabase(inject('maintenanceDatabaseUrl'), database);
}
