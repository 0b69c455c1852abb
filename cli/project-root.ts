import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const MANIFEST = 'package.json';
const NAME = 'laurel';

/** Returns the folder of Laurel's package.json, which also contains `.env`, `build/`, and `.data/`. */
export function projectRoot(folder: string = import.meta.dirname): string {
  const parent = path.dirname(folder);
  return isLaurel(folder) || parent === folder ? folder : projectRoot(parent);
}

/** Returns the version in package.json. */
export function projectVersion(): string {
  return manifestOf(projectRoot())?.version ?? 'unknown';
}

function isLaurel(folder: string): boolean {
  return manifestOf(folder)?.name === NAME;
}

function manifestOf(folder: string): { readonly name?: string; readonly version?: string } | null {
  const file = path.join(folder, MANIFEST);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string })
    : null;
}
