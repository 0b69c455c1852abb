import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#cli/embedded-postgres/free-port.server.ts';
import { PRODUCTION_CONTACTS } from './production-contacts.ts';

/** How the built server is started: the command, and what it writes once it listens. */
const PROGRAMS = {
  'laurel serve': { command: ['cli/bin.js', 'serve'], listening: '"listening"' },
  'remix-serve': {
    command: ['node_modules/.bin/remix-serve', 'build/server/index.js'],
    listening: '[remix-serve] http://',
  },
} as const;

type ServerProgram = keyof typeof PROGRAMS;

/** What most tests leave to the defaults. */
export interface ServerVariant {
  /** `laurel serve` by default. */
  program?: ServerProgram | undefined;
  /** In its URL, 127.0.0.1 by default. Passkeys need a name. */
  hostname?: '127.0.0.1' | 'localhost' | undefined;
  /** Where it's installed; this project by default. */
  folder?: string | undefined;
}

/** The server's main settings. All others have defaults for tests. */
export interface ServerOptions extends ServerVariant {
  databaseUrl: string;
  smtpUrl: string;
  /** A free one by default. */
  port?: number | undefined;
  /** Additional or overriding settings. Undefined removes one. */
  env?: Record<string, string | undefined>;
}

/** The built production server in its own process. */
export interface ServerProcess {
  /** The server's URL, without a trailing slash. */
  url: string;
  pid: number;
  output(): string;
  isRunning(): boolean;
  /**
   * Sends SIGTERM. Safe to call twice.
   *
   * @throws {Error} when the server doesn't exit with code 0 within 10 s
   */
  stop(): Promise<void>;
  /** Sends SIGKILL, to simulate a crash. */
  kill(): Promise<void>;
}

const READY_MS = 20_000;
const STOP_MS = 10_000;
const PORTS_TRIED = 5;

/** Another program took the port after it was found to be free. */
class PortTaken extends Error {}

/**
 * Starts the built server and waits until `/readyz` returns 200.
 *
 * @throws {Error} when the server ends, or isn't ready within 20 s, with its output in the message
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await startOnPort(options);
    } catch (error) {
      if (!(error instanceof PortTaken) || tried === PORTS_TRIED) throw error;
    }
  }
}

async function startOnPort({
  databaseUrl,
  smtpUrl,
  port: wanted,
  env,
  program = 'laurel serve',
  hostname = '127.0.0.1',
  folder,
}: ServerOptions): Promise<ServerProcess> {
  const { command, listening } = PROGRAMS[program];
  const port = wanted ?? (await findFreePort());
  const url = `http://${hostname}:${port}`;
  const server = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...serverSettings(databaseUrl, smtpUrl, port), APP_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endsWithUs(server);
  const ended = once(server, 'exit');
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const kill = async () => {
    server.kill('SIGKILL');
    await ended;
  };
  await waitUntilReady(server, url, { output: () => output, listening }).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  return {
    url,
    pid: server.pid ?? 0,
    output: () => output,
    isRunning: () => server.exitCode === null && server.signalCode === null,
    kill,
    stop: async () => {
      if (server.signalCode === 'SIGKILL') return;
      server.kill('SIGTERM');
      const late = await Promise.race([ended, sleep(STOP_MS, 'late', { ref: false })]);
      if (late === 'late') {
        await kill();
        throw new Error(`The server did not end within ${STOP_MS / 1000} s of SIGTERM. It wrote:\n${output}`);
      }
      if (server.exitCode !== 0) {
        throw new Error(
          `The server ended with ${server.exitCode ?? server.signalCode}. It wrote:\n${output}`,
        );
      }
    },
  };
}

const running = new Set<ChildProcess>();

/** Kills the server when this process exits, or is ended by SIGTERM, with which Vitest ends its workers. */
function endsWithUs(server: ChildProcess): void {
  if (!process.listeners('exit').includes(killRunning)) {
    process.once('exit', killRunning);
    process.once('SIGTERM', () => {
      killRunning();
      process.kill(process.pid, 'SIGTERM');
    });
  }
  running.add(server);
  server.once('exit', () => running.delete(server));
}

function killRunning(): void {
  for (const server of running) server.kill('SIGKILL');
}

function serverSettings(databaseUrl: string, smtpUrl: string, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    ...PRODUCTION_CONTACTS,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '0',
  };
}

interface Writing {
  readonly output: () => string;
  readonly listening: string;
}

async function waitUntilReady(
  server: ChildProcess,
  url: string,
  { output, listening }: Writing,
): Promise<void> {
  const deadline = Date.now() + READY_MS;
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  while (Date.now() < deadline && !hasEnded()) {
    // Until the server writes this, another program may be responding at its address.
    if (output().includes(listening) && (await isReady(url))) return;
    await sleep(50);
  }
  if (/is in use\. Stop the other program|EADDRINUSE/.test(output())) throw new PortTaken(output());
  const outcome = hasEnded()
    ? `ended with ${server.exitCode ?? server.signalCode}`
    : `was not ready within ${READY_MS / 1000} s`;
  throw new Error(`The server ${outcome}. It wrote:\n${output()}`);
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
