import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type DataFolder, isProcessAlive, writeOwned } from '#cli/embedded-postgres/data-folder.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';
import { isPortOpen } from '#cli/embedded-postgres/free-port.server.ts';
import { runPostgresProgram } from '#cli/embedded-postgres/postgres-program.server.ts';

const OWNER_FILE = 'laurel-owner.json';
const OwnerSchema = z.object({ pid: z.number().int(), token: z.string() });

/** Claims of this process. After a reboot, another process may have had the same id. */
const ownClaims = new Set<string>();

export interface FolderClaim {
  file: string;
  token: string;
}

/** Claims the folder for this process. */
export async function claimFolder({ folder, account }: DataFolder): Promise<FolderClaim> {
  const claim = { file: path.join(folder, OWNER_FILE), token: randomUUID() };
  ownClaims.add(claim.token);
  await writeOwned(claim.file, JSON.stringify({ pid: process.pid, token: claim.token }), account);
  return claim;
}

/**
 * Stops a PostgreSQL whose parent was killed, and removes its stale lock file if another program has its process id.
 *
 * @throws {EmbeddedPostgresError} when another running process uses the folder
 */
export async function stopOrphanedPostgres(input: DataFolder): Promise<void> {
  const running = await readPostmaster(input.folder);
  if (!running || !isProcessAlive(running.pid)) return;
  if (!(await isStillListening(running))) {
    if (isProcessAlive(running.pid)) await rm(path.join(input.folder, 'postmaster.pid'), { force: true });
    return;
  }
  const owner = await readOwner(input.folder);
  if (owner && (owner.pid === process.pid ? ownClaims.has(owner.token) : isProcessAlive(owner.pid))) {
    throw new EmbeddedPostgresError(
      'folder-in-use',
      `The data folder ${input.folder} is in use by another process (${owner.pid}). Stop it first.`,
    );
  }
  const args = ['stop', '-D', input.folder, '-m', 'fast', '-w', '-t', '30'];
  await runPostgresProgram({ ...input, program: input.binaries.pgCtl, args, cwd: input.folder }).catch(
    (error: unknown) => {
      if (isProcessAlive(running.pid)) throw error;
    },
  );
}

interface Postmaster {
  pid: number;
  port: number;
}

/** Reads PostgreSQL's lock file: the process id is in line 1, the port in line 4. */
async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Retries, because a stopping PostgreSQL can take a moment to exit. */
async function isStillListening({ pid, port }: Postmaster): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await isPortOpen(port)) return true;
    if (!isProcessAlive(pid)) return false;
    await sleep(100);
  }
  return false;
}

async function readOwner(folder: string): Promise<z.infer<typeof OwnerSchema> | undefined> {
  const text = await readFile(path.join(folder, OWNER_FILE), 'utf8').catch(() => '');
  return OwnerSchema.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
