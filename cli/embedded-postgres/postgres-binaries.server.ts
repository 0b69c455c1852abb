import { constants } from 'node:fs';
import { access, chmod, cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from '#cli/embedded-postgres/embedded-postgres-error.ts';

/** Absolute paths of PostgreSQL's programs. `home` contains bin, lib, and share. */
export interface PostgresBinaries {
  home: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/** The package's list of symbolic links to its shared libraries. */
const LibraryLinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds PostgreSQL's programs in the installed packages, and makes sure that they can run. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const home = path.join(platformPackageFolder(), 'native');
  await createMissingLinks(home);
  const binaries = binariesIn(home);
  if (process.platform !== 'win32') {
    await Promise.all([binaries.initdb, binaries.pgCtl, binaries.postgres].map(makeExecutable));
  }
  return binaries;
}

/** Copies the programs into `folder`, for an account that can't enter the project folder. */
export async function copyPostgresBinaries(
  from: PostgresBinaries,
  folder: string,
): Promise<PostgresBinaries> {
  await cp(from.home, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  return binariesIn(folder);
}

function binariesIn(home: string): PostgresBinaries {
  const program = (name: string) =>
    path.join(home, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { home, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

function platformPackageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return path.resolve(path.dirname(entry), '..');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'binaries-missing',
      `The embedded PostgreSQL for ${platform} isn't installed. Run \`npm ci\` with development and optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    );
  }
}

/** Creates symbolic links, which npm packages can't contain, in case the install script didn't run. */
async function createMissingLinks(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = LibraryLinksSchema.parse(JSON.parse(list));
  for (const { source, target } of links) {
    const link = path.resolve(home, '..', target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        'binaries-incomplete',
        `PostgreSQL's shared libraries in ${path.dirname(link)} are incomplete, and that folder isn't writable. Make it writable, or run \`npm rebuild\` as the user who owns it.`,
        { cause },
      );
    }
  }
}

async function makeExecutable(file: string): Promise<void> {
  const executable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!executable) await chmod(file, 0o755);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
