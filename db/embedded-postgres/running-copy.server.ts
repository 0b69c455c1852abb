import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { DataFolder } from '#db/embedded-postgres/data-folder.server.ts';
import { EmbeddedPostgresError } from '#db/embedded-postgres/embedded-postgres-error.ts';
import { isPortAnswering } from '#db/embedded-postgres/free-port.server.ts';
import { isProcessAlive } from '#db/embedded-postgres/live-process.server.ts';
import { runPostgresProgram } from '#db/embedded-postgres/postgres-program.server.ts';

/** Who started the PostgreSQL that uses a data folder; kept in the folder as OWNER_FILE. */
export const OwnerSchema = z.object({ pid: z.number().int(), token: z.string() });

/** Beside PostgreSQL's own files. */
export const OWNER_FILE = 'laurel-owner.json';

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
  if (owner !== undefined && owner !== process.pid && isProcessAlive(owner)) {
    throw new EmbeddedPostgresError(
      'folder-in-use',
      `The data folder ${input.folder} is in use by another run (process ${owner}): stop that run first.`,
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

async function readOwner(folder: string): Promise<number | undefined> {
  const text = await readFile(path.join(folder, OWNER_FILE), 'utf8').catch(() => 'null');
  const parsed = OwnerSchema.nullable().safeParse(JSON.parse(text));
  return parsed.data?.pid;
}
