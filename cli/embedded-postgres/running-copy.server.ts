import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type DataFolder, isProcessAlive, writeOwned } from '#cli/embedded-postgres/data-folder.server.ts';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';
import { isPortAnswering } from '#cli/embedded-postgres/free-port.server.ts';
import { runPostgresProgram } from '#cli/embedded-postgres/postgres-program.server.ts';

const OWNER_FILE = 'laurel-owner.json';
const OwnerSchema = z.object({ pid: z.number().int(), token: z.string() });

/** The claims made by this very process: after a restart of the machine another one may have had its number. */
const ownClaims = new Set<string>();

/** The mark in a data folder of who started the PostgreSQL that uses it. */
export interface FolderClaim {
  file: string;
  token: string;
}

/** Marks the folder as used by this process. */
export async function claimFolder({ folder, account }: DataFolder): Promise<FolderClaim> {
  const claim = { file: path.join(folder, OWNER_FILE), token: randomUUID() };
  ownClaims.add(claim.token);
  await writeOwned(claim.file, JSON.stringify({ pid: process.pid, token: claim.token }), account);
  return claim;
}

/**
 * Makes sure that no PostgreSQL uses the folder: one whose starter was killed is stopped, and the mark that a killed one left
 * behind is removed where its process number went to another program since.
 *
 * @throws EmbeddedPostgresError `folder-in-use` when another run that is alive uses it.
 */
export async function releaseFolder(input: DataFolder): Promise<void> {
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

/** PostgreSQL's lock file: its process number in the first line, its port in the fourth. */
async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** A PostgreSQL that is just being stopped may take a moment to go. */
async function isStillListening({ pid, port }: Postmaster): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await isPortAnswering(port)) return true;
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
