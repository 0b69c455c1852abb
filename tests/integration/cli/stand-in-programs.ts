import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A folder of stand-ins for PostgreSQL's programs, which npm doesn't install. */
export interface StandInPrograms {
  /** For the test's other files. Deleted after the test. */
  readonly folder: string;
  /** Folder of the programs, for PG_BIN. */
  readonly programs: string;
  /** Writes a program that prints its version, or runs `body` as an ES module with its arguments in `args`. */
  write(name: string, version: string, body: string): Promise<void>;
}

/** Makes an empty folder for every test. */
export function useStandInPrograms(): StandInPrograms {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-programs-'));
    await mkdir(path.join(folder, 'bin'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return {
    get folder() {
      return folder;
    },
    get programs() {
      return path.join(folder, 'bin');
    },
    write: async (name, version, body) => {
      const script = path.join(folder, 'bin', `${name}.mjs`);
      await writeFile(script, `const args = process.argv.slice(2);\n${body}\n`);
      const file = path.join(folder, 'bin', name);
      // Without Node.js, whose start takes longer than most tests.
      const printVersion = `if [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${version}"; exit; fi`;
      await writeFile(file, `#!/bin/sh\n${printVersion}\nexec "${process.execPath}" "${script}" "$@"\n`);
      await chmod(file, 0o755);
    },
  };
}
