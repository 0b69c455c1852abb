import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Returns the file name for a backup of this database at this time, like laurel-20261126T010000Z.dump. */
export function datedName(database: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
  return `${prefixOf(database)}${time}.dump`;
}

export interface RemovedBackups {
  readonly removed: readonly string[];
  /** Files that couldn't be deleted. */
  readonly failed: readonly string[];
}

/**
 * Lists the dated backups of a database in a folder that a new one called `name` pushes out of the newest `keep`. Ignores
 * all other names, and whatever isn't a regular file.
 */
export async function listOlderBackups(
  folder: string,
  { database, keep, name }: { readonly database: string; readonly keep: number; readonly name: string },
): Promise<string[]> {
  const prefix = prefixOf(database);
  const isOlder = (file: string) =>
    file !== name && file.startsWith(prefix) && /^\d{8}T\d{6}Z\.dump$/.test(file.slice(prefix.length));
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  return files
    .filter(isOlder)
    .sort()
    .toReversed()
    .slice(keep - 1)
    .filter((file) => file < name);
}

/** Deletes backups in a folder, and continues if one can't be deleted. */
export async function removeBackups(folder: string, names: readonly string[]): Promise<RemovedBackups> {
  const removed: string[] = [];
  const failed: string[] = [];
  for (const name of names) {
    await rm(path.join(folder, name)).then(
      () => removed.push(name),
      () => failed.push(name),
    );
  }
  return { removed, failed };
}

/** Databases of other names have other prefixes, also if they share a folder. */
function prefixOf(database: string): string {
  return `${encodeURIComponent(database)}-`;
}
