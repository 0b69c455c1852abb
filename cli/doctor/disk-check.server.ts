import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Settings } from '#app/config/env.server.ts';
import { byteSize } from '#cli/atomic-file.server.ts';
import { projectRoot } from '#app/config/project-root.server.ts';
import { failed, type Found, ok, warning } from './finding.ts';

const FULL_BYTES = 200_000_000;
const NEARLY_FULL_BYTES = 1_000_000_000;

interface DiskFolder {
  readonly folder: string;
  readonly what: string;
}

/** Checks the free space of folders that Laurel writes to, once per disk. */
export async function checkDisk(settings: Settings): Promise<Found[]> {
  const folders: DiskFolder[] = [
    { folder: tmpdir(), what: 'temporary files' },
    { folder: process.cwd(), what: 'exports and backups in this folder' },
    { folder: projectRoot(), what: 'builds' },
  ];
  if (settings.smtpUrl === null) {
    folders.push({
      folder: nearestExistingFolder(path.resolve(settings.mailboxFolder)),
      what: 'the local mailbox',
    });
  }
  const seen = new Set<number>();
  const found: Found[] = [];
  for (const folder of folders) {
    const { dev } = await stat(folder.folder).catch(() => ({ dev: -1 }));
    if (seen.has(dev)) continue;
    seen.add(dev);
    found.push(await checkFolder(folder));
  }
  return found;
}

async function checkFolder({ folder, what }: DiskFolder): Promise<Found> {
  const disk = await statfs(folder).catch(() => null);
  if (disk === null) return failed(`${folder} (${what}) can't be read. Does it exist?`);
  const free = disk.bavail * disk.bsize;
  const room = `${folder} (${what}) has ${byteSize(free)} free`;
  if (free < FULL_BYTES) return failed(`${room}. Free up space.`);
  if (free < NEARLY_FULL_BYTES) return warning(`${room}. Free up space soon.`);
  if (folder === tmpdir() && !(await isWritable(folder))) return failed(`${folder} isn't writable.`);
  return ok(`${room}.`);
}

function nearestExistingFolder(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExistingFolder(parent);
}

function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}
