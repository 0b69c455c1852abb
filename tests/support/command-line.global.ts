import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The tests' build of the command line, which starts three times faster than the sources. */
export const COMMAND_LINE = path.join(ROOT, 'build/tested-cli/main.js');

/** Bundles the command line in the same way as `npm run build`. */
export async function setup(): Promise<void> {
  await build({
    configFile: path.join(ROOT, 'cli/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: path.dirname(COMMAND_LINE), emptyOutDir: true },
  });
}
