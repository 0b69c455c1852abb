import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How to run a site: a command that sets it up, if it needs one, and its server. */
export interface Launch {
  readonly command: readonly string[];
  readonly setUp?: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Site {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

const READY_MS = 120_000;
const POLL_MS = 200;

/**
 * Starts a site and waits until it responds.
 *
 * @throws {Error} when it ends or doesn't respond, with its output in the message
 */
export async function startSite({ command, setUp, folder, env }: Launch, port: number): Promise<Site> {
  let output = '';
  const run = ([program = '', ...args]: readonly string[]) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-5000)));
    }
    return child;
  };
  if (setUp !== undefined) await exitOf(run(setUp));
  const server = run(command);
  const ended = exitOf(server);
  const close = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + READY_MS;
  while (!(await responds(url))) {
    if (server.exitCode !== null || performance.now() > deadline) {
      await close();
      throw new Error(`${command.join(' ')} doesn't respond. It wrote:\n${output}`);
    }
    await sleep(POLL_MS);
  }
  return { url, pid: server.pid ?? 0, close };
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
}

function responds(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    ({ status }) => status < 500,
    () => false,
  );
}
