import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Where the tests' own build of the command line is: it starts in a third of the time that its sources take. */
export const COMMAND_LINE = path.join(ROOT, 'build/tested-cli/main.js');

/** Bundles the command line as `npm run build` does, in a second or two. */
export async function setup(): Promise<void> {
  await build({
    configFile: path.join(ROOT, 'cli/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: path.dirname(COMMAND_LINE), emptyOutDir: true },
  });
}
