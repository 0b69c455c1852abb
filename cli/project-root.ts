import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that holds package.json, from the sources as from the bundle: builds and `.data/` live in it. */
export function projectRoot(): string {
  return nearest(import.meta.dirname);
}

function nearest(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(path.join(folder, 'remix.config.js')) || parent === folder ? folder : nearest(parent);
}
