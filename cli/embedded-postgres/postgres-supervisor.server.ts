import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeOwned, type DataFolder } from '#cli/embedded-postgres/data-folder.server.ts';
import { PROGRAM_ENVIRONMENT } from '#cli/embedded-postgres/postgres-program.server.ts';
import { claimFolder, type FolderClaim } from '#cli/embedded-postgres/folder-claim.server.ts';

export interface PostgresSupervisor {
  /** Stops PostgreSQL and waits for it. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL, and stops it when stdin closes, even if the parent is killed. Runs in its own session, so Ctrl-C
 * doesn't reach PostgreSQL. The token keeps it from stopping a later run's server.
 */
const SUPERVISOR_PROGRAM = `
const { spawnSync } = require('node:child_process');
const { readFileSync, rmSync, writeSync } = require('node:fs');
const task = JSON.parse(process.argv[1]);
const pgCtl = (args) => spawnSync(task.pgCtl, args, { ...task.spawn, stdio: 'ignore', windowsHide: true }).status === 0;
const isOurs = () => {
  try { return JSON.parse(readFileSync(task.claim.file, 'utf8')).token === task.claim.token; } catch { return true; }
};
const started = pgCtl(task.start);
try { writeSync(1, started ? 'started' : 'failed'); } catch {}
const end = () => {
  if (started && isOurs()) task.stops.some(pgCtl);
  if (started) rmSync(task.remove, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('end', end).on('error', end).resume();
`;

interface SupervisorInput extends DataFolder {
  port: number;
  removeAfter: string;
  /** Whether to write all data to disk before stopping. */
  crashSafe: boolean;
}

/** Returns the path of PostgreSQL's log, which each start overwrites. */
export function serverLogOf(folder: string): string {
  return path.join(folder, 'server.log');
}

/** Starts PostgreSQL on `port` and waits until it's ready. Undefined if it didn't start; its log says why. */
export async function startSupervisor(input: SupervisorInput): Promise<PostgresSupervisor | undefined> {
  const { folder, account } = input;
  const claim = await claimFolder(input);
  await writeOwned(serverLogOf(folder), '', account);
  const supervisor = spawn(
    process.execPath,
    ['-e', SUPERVISOR_PROGRAM, JSON.stringify(supervisorTask(input, claim))],
    {
      cwd: tmpdir(),
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    },
  );
  const ended = once(supervisor, 'exit');
  supervisor.stdin.on('error', () => undefined);
  const message = await Promise.race([once(supervisor.stdout, 'data'), ended]);
  const started = String(message[0]) === 'started';
  const stop = async () => {
    supervisor.ref();
    supervisor.stdin.end();
    await ended;
  };
  if (!started) {
    await stop();
    return undefined;
  }
  supervisor.unref();
  supervisor.stdout.destroy();
  return { stop };
}

function supervisorTask(
  { folder, binaries, account, port, removeAfter, crashSafe }: SupervisorInput,
  claim: FolderClaim,
) {
  const stopArguments = (mode: string) => ['stop', '-D', folder, '-m', mode, '-w', '-t', '20'];
  return {
    pgCtl: binaries.pgCtl,
    spawn: { cwd: folder, env: PROGRAM_ENVIRONMENT, ...(account && { uid: account.uid, gid: account.gid }) },
    start: ['start', '-D', folder, '-w', '-t', '120', '-l', serverLogOf(folder), '-o', `-p ${port}`],
    stops: [...(crashSafe ? [stopArguments('fast')] : []), stopArguments('immediate')],
    claim,
    remove: removeAfter,
  };
}
