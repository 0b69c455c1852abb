import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startPersistentPostgres,
  startTemporaryPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { assertFolderOpen } from '#cli/embedded-postgres/database-account.server.ts';
import { isPortOpen } from '#cli/embedded-postgres/free-port.server.ts';
import { isProcessAlive } from '#cli/embedded-postgres/data-folder.server.ts';
import { queryRows, runStatements } from '#tests/support/database-admin.server.ts';

/** Prints the connection URL and the supervisor's process id. The supervisor is the last process it starts. */
const STARTER = `
import { subscribe } from 'node:diagnostics_channel';
import { startPersistentPostgres } from '#cli/embedded-postgres/embedded-postgres.server.ts';
let last;
subscribe('child_process', (message) => { last = message.process; });
const server = await startPersistentPostgres({ folder: process.argv[1] });
console.log(server.url() + ' ' + last.pid);
setInterval(() => {}, 1000);
`;

vi.setConfig({ testTimeout: 60_000 });

/** Shared by the tests that need a finished data folder, because creating one takes seconds. */
let shared: string;
let folder: string;
let servers: EmbeddedPostgres[];
let starters: ChildProcess[];

beforeAll(async () => {
  shared = await makeFolder();
});

afterAll(() => removeFolder(shared));

beforeEach(() => {
  folder = shared;
  servers = [];
  starters = [];
});

afterEach(async () => {
  for (const starter of starters) starter.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  if (folder !== shared) await removeFolder(folder);
});

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'laurel-launch-'));
  await chmod(made, 0o755);
  return made;
}

function removeFolder(made: string): Promise<void> {
  return rm(made, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

async function start(port?: number): Promise<EmbeddedPostgres> {
  const server = await startPersistentPostgres({ folder, port });
  servers.push(server);
  return server;
}

/** Starts PostgreSQL on the folder from another process, as a second run of the demo would. */
async function startElsewhere(): Promise<{ starter: ChildProcess; url: string; supervisor: number }> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', STARTER, folder];
  const env = { NODE_ENV: 'test' as const, TMPDIR: folder };
  const starter = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  starters.push(starter);
  const [line] = (await once(starter.stdout, 'data')) as [Buffer];
  const [url = '', supervisor] = line.toString().trim().split(' ');
  return { starter, url, supervisor: Number(supervisor) };
}

/** The id of the PostgreSQL process that uses the folder, from its lock file. */
async function postmasterPid(): Promise<number> {
  return Number((await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function waitUntilGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && isProcessAlive(pid); attempt += 1) await sleep(50);
  return !isProcessAlive(pid);
}

describe('an embedded PostgreSQL that stays', () => {
  it('reuses its data and password on another port', async () => {
    const first = await start();
    await runStatements(first.url(), ['create table if not exists kept (id int)']);
    await first.stop();
    expect(await isPortOpen(first.port)).toBe(false);
    const second = await start();
    await runStatements(second.url(), ['insert into kept values (1)']);
    expect(new URL(second.url()).password).toBe(new URL(first.url()).password);
  });

  it('reports which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start(port)).rejects.toMatchObject({
      code: 'port-taken',
      message: `Port ${port} on 127.0.0.1 is in use. Stop the other program or choose another port.`,
    });
    other.close();
  });

  it.each([
    ['PG_VERSION', 'base'],
    ['global/pg_control', 'PG_VERSION'],
  ])('reports that a data folder without %s is incomplete', async (missing, present) => {
    folder = await makeFolder();
    const data = path.join(folder, 'postgres');
    await mkdir(data);
    await writeFile(path.join(data, present), '18\n');
    await expect(start()).rejects.toMatchObject({
      code: 'folder-half-made',
      message: `The data folder ${data} is incomplete (${missing} is missing). Delete the folder or restore a copy of it, then try again.`,
    });
  });

  it('creates a new folder if the setup was interrupted', async () => {
    folder = await makeFolder();
    const abandoned = path.join(folder, 'postgres.new-999999999-0badf00d');
    await mkdir(path.join(abandoned, 'base'), { recursive: true });
    const server = await start();
    await runStatements(server.url(), ['select 1']);
    await expect(access(abandoned)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reports that another run uses the folder, and starts after that run stops', async () => {
    const { starter } = await startElsewhere();
    await expect(start()).rejects.toMatchObject({
      code: 'folder-in-use',
      message: `The data folder ${path.join(folder, 'postgres')} is in use by another process (${starter.pid}). Stop it first.`,
    });
    const pid = await postmasterPid();
    starter.kill('SIGTERM');
    expect(await waitUntilGone(pid)).toBe(true);
  });

  it('refuses to start twice in one process', async () => {
    await start();
    await expect(start()).rejects.toMatchObject({ code: 'folder-in-use' });
  });

  it('takes over from a killed run', async () => {
    const { starter, url, supervisor } = await startElsewhere();
    await runStatements(url, ['create table if not exists kept (id int)']);
    const orphan = await postmasterPid();
    process.kill(supervisor, 'SIGKILL');
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    expect(isProcessAlive(orphan)).toBe(true);

    const server = await start();
    await runStatements(server.url(), ['insert into kept values (1)']);
    expect(await waitUntilGone(orphan)).toBe(true);
  });

  it('starts after PostgreSQL was killed, even if another program has its process ID', async () => {
    const first = await start();
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await waitUntilGone(pid);
    await first.stop();
    const lockFile = path.join(folder, 'postgres', 'postmaster.pid');
    const lock = (await readFile(lockFile, 'utf8')).split('\n');
    await writeFile(lockFile, [process.ppid, ...lock.slice(1)].join('\n'));
    const second = await start();
    await runStatements(second.url(), ['select 1']);
    expect(await postmasterPid()).not.toBe(process.ppid);
  });
});

describe('an embedded PostgreSQL for tests', () => {
  it('removes all its files', async () => {
    const server = await startTemporaryPostgres();
    const [row] = await queryRows<{ data_directory: string }>(server.url(), 'show data_directory');
    const home = path.dirname(row?.data_directory ?? '');
    await expect(access(home)).resolves.toBeUndefined();
    await server.stop();
    expect(await isPortOpen(server.port)).toBe(false);
    await expect(access(home)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a folder that the database account may not enter', () => {
  it('is named, with what to do', async () => {
    folder = await makeFolder();
    const closed = path.join(folder, 'closed');
    await mkdir(path.join(closed, 'project'), { recursive: true });
    await chmod(closed, 0o700);
    const account = { name: 'nobody', uid: 2_000_000_001, gid: 2_000_000_001 };
    await expect(assertFolderOpen(path.join(closed, 'project'), account)).rejects.toMatchObject({
      code: 'folder-not-enterable',
      message: `PostgreSQL can't run as root, and the account that runs it instead (nobody) can't enter ${closed}. Move the project to a folder everyone can enter, such as /srv, run Laurel as a regular user, or allow access with \`chmod o+x ${closed}\`.`,
    });
    await chmod(closed, 0o701);
    await expect(assertFolderOpen(closed, account)).resolves.toBeUndefined();
  });
});
